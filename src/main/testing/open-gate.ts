import type { ProcessGate } from '../core/tools/ports.ts'

/** A gate that opens at once and writes down what went through. */
export function createOpenGate(): ProcessGate & { readonly log: string[] } {
  const log: string[] = []
  return {
    log,
    started: (groupId, startedAt) => {
      log.push(`started ${groupId} ${startedAt}`)
      return Promise.resolve()
    },
    ended: (groupId) => {
      log.push(`ended ${groupId}`)
      return Promise.resolve()
    },
  }
}
