import type { Feed } from '../feed.ts'
import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const delegationHandlers = (
  { delegations }: HostServices,
  feed: Feed,
): Room<'delegation' | 'run'> => ({
  'run.open': ({ runId }) => ({ sequence: feed.sync(), ...delegations.openRun(runId) }),
  'run.stop': ({ runId, now }) => delegations.stopRun(runId, now),
  'delegation.stop': ({ delegationId }) => delegations.stopDelegation(delegationId),
  'delegation.stopAll': ({ conversationId }) => delegations.stopAll(conversationId),
})
