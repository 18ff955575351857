import type { DelegationHandle } from '../../../shared/run-protocol.ts'
import { oneLine } from './one-line.ts'

/** What the model is told of work that was taken on: ids, transcripts, and that nothing has come of it yet. */
export const describeHandle = ({ delegationId, runs }: DelegationHandle): string =>
  [
    `Delegation ${delegationId}, ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}:`,
    ...runs.map(
      ({ runId, agent, state, goal, transcriptPath }) =>
        `- ${runId} (${agent}, ${state}): ${oneLine(goal)}\n  transcript: ${transcriptPath}`,
    ),
    'No result exists yet. Do not guess one: results arrive as a message by themselves.',
  ].join('\n')
