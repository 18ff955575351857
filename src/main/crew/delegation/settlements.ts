import type { RunId } from '../../../shared/ids.ts'

/** Tells those who wait that a run is final. What they then report they read from the ledger. */
export function createSettlements(): Settlements {
  const listeners = new Map<RunId, Set<() => void>>()
  return {
    settled(runId) {
      for (const listener of listeners.get(runId) ?? []) listener()
      listeners.delete(runId)
    },
    onSettled(runId, listener) {
      const waiting = listeners.get(runId) ?? new Set()
      listeners.set(runId, waiting.add(listener))
      return { [Symbol.dispose]: () => void waiting.delete(listener) }
    },
  }
}

export type Settlements = {
  settled(runId: RunId): void
  onSettled(runId: RunId, listener: () => void): Disposable
}
