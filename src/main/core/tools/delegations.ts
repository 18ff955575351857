import { z } from 'zod'
import { RunState } from '../../../shared/delegation.ts'
import type { DelegationLine } from '../../../shared/run-protocol.ts'
import { oneLine } from './one-line.ts'
import type { Delegator } from './ports.ts'
import { defineTool, toolText } from './tool.ts'

const input = z.strictObject({
  status: RunState.optional().describe('Only runs in this state (default: all)'),
})

/** Lists what the caller has handed on, and what those have handed on. */
export const delegationsTool = (delegator: Delegator) =>
  defineTool<typeof input>({
    name: 'delegations',
    description:
      'Lists your delegations and theirs: ids, agent, goal, state, age and last activity of each run. ' +
      'Results are not in it: they arrive by themselves, or by wait_for_delegations.',
    input,
    effect: 'control',
    target: ({ status }) => status ?? 'all',
    async run({ status }) {
      const lines = await delegator.list(status)
      if (lines.length === 0)
        return toolText(status === undefined ? 'There are no delegations.' : `No run is ${status}.`)
      return toolText(lines.map(describe).join('\n'))
    },
  })

function describe({ delegationId, runId, parentRunId, ...line }: DelegationLine): string {
  const seen = line.lastActivityMs === null ? '' : `, last activity ${duration(line.lastActivityMs)} ago`
  const place = line.queuePlace === null ? '' : ` (place ${line.queuePlace} in the queue)`
  const below = parentRunId === null ? '' : `, started by ${parentRunId}`
  const goal = oneLine(line.goal)
  return `- ${runId} of ${delegationId} (${line.agent}): ${line.state}${place}, ${duration(line.ageMs)} old${seen}${below}\n  ${goal}`
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
