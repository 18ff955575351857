/** Signals for the calls of one step. */
export type CallSignals = Disposable & {
  /** A new one, aborted when the agent's own is. */
  next(): AbortSignal
}

/**
 * Gives each call a signal of its own, so that one signal does not gather the listeners of all: there is no bound to how
 * many calls an answer may hold. Once disposed, they are no longer aborted.
 */
export function callSignals(agent: AbortSignal): CallSignals {
  const calls: AbortController[] = []
  const stop = (): void => calls.forEach((call) => call.abort())
  agent.addEventListener('abort', stop)
  return {
    next() {
      const call = new AbortController()
      calls.push(call)
      if (agent.aborted) call.abort()
      return call.signal
    },
    [Symbol.dispose]: () => agent.removeEventListener('abort', stop),
  }
}
