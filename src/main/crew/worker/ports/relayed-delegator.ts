import type { Delegator } from '../../../core/tools/ports.ts'
import type { MainLine } from '../main-line.ts'

/** Delegation as a worker sees it: main does it. A wait that is stopped leaves the work in the background. */
export const relayedDelegator = (line: MainLine): Delegator => ({
  start: (request) => line.ask('delegation.start', request),
  list: (state) => line.ask('delegation.list', state === undefined ? {} : { state }),
  stop: (id) => line.ask('delegation.stop', { id }),
  wait: (ids, timeoutSeconds, signal) =>
    Promise.race([
      line.ask('delegation.wait', { ids: [...ids], timeoutSeconds }),
      new Promise<typeof NOTHING>((resolve) => {
        signal.addEventListener('abort', () => resolve(NOTHING), { once: true })
      }),
    ]),
})

const NOTHING = { text: '', deliveries: [], delegationIds: [], runIds: [], pending: [] }
