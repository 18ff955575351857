import type { Delegator } from '../../../core/tools/ports.ts'
import type { MainLine } from '../main-line.ts'
import { orWhenStopped } from './or-when-stopped.ts'

/** Delegation as a worker sees it: main does it. A wait that is stopped leaves the work in the background. */
export const relayedDelegator = (line: MainLine): Delegator => ({
  start: (request) => line.ask('delegation.start', request),
  list: (state) => line.ask('delegation.list', state === undefined ? {} : { state }),
  stop: (id) => line.ask('delegation.stop', { id }),
  wait: (ids, timeoutSeconds, signal) =>
    orWhenStopped(line.ask('delegation.wait', { ids: [...ids], timeoutSeconds }), signal, STOPPED),
})

const STOPPED = {
  text: 'Stopped while waiting: nothing is known of the results.',
  deliveries: [],
  delegationIds: [],
  runIds: [],
  pending: [],
}
