/** Named points at which a scripted answer waits until the test lets it go on. */
export interface Gates {
  /** Lets everything through that waits here now or later. */
  open(name: string): void
  /** Resolves when the gate is open, or at once when `signal` aborts; never rejects. */
  passed(name: string, signal: AbortSignal): Promise<void>
}

export function createGates(): Gates {
  const opened = new Set<string>()
  const waiting = new Set<() => void>()
  const lookAgain = (): void => [...waiting].forEach((look) => look())
  return {
    open(name) {
      opened.add(name)
      lookAgain()
    },
    passed: (name, signal) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!opened.has(name) && !signal.aborted) return
          waiting.delete(look)
          signal.removeEventListener('abort', look)
          resolve()
        }
        waiting.add(look)
        signal.addEventListener('abort', look)
        look()
      }),
  }
}
