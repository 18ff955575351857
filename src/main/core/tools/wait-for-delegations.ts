import { z } from 'zod'
import type { WaitOutcome } from '../../../shared/run-protocol.ts'
import type { ToolResult } from '../agent/ports.ts'
import { MOST_WAIT_SECONDS, type DelegationLimits } from './delegate.ts'
import type { Delegator } from './ports.ts'
import { defineTool, reasonOf, toolError } from './tool.ts'

const inputFor = ({ foregroundTimeoutSeconds }: DelegationLimits) =>
  z
    .strictObject({
      ids: z.array(z.string().min(1)).min(1).optional().describe('Ids of delegations or runs'),
      all: z
        .boolean()
        .optional()
        .describe('true (default without ids): everything whose result is still to come'),
      timeout_seconds: z
        .number()
        .min(1)
        .max(MOST_WAIT_SECONDS)
        .optional()
        .describe(`Seconds to wait (default ${foregroundTimeoutSeconds}, at most ${MOST_WAIT_SECONDS})`),
    })
    .refine(({ ids, all }) => ids === undefined || all !== true, 'give either ids, or all: true')

/** Waits for results of work handed on before. */
export const waitForDelegationsTool = (delegator: Delegator, limits: DelegationLimits) =>
  defineTool<ReturnType<typeof inputFor>>({
    name: 'wait_for_delegations',
    description:
      'Waits for results of your delegations and gives them to you here. Results arrive by themselves too: wait only ' +
      `when you can do nothing without them. Ends after ${limits.foregroundTimeoutSeconds} seconds unless you give ` +
      'timeout_seconds; what is not done by then goes on.',
    input: inputFor(limits),
    effect: 'control',
    mayRepeat: true,
    target: ({ ids }) => ids?.join(', ') ?? 'all',
    async run({ ids = [], timeout_seconds = limits.foregroundTimeoutSeconds }, { signal }) {
      try {
        return resultOf(await delegator.wait(ids, timeout_seconds, signal))
      } catch (thrown) {
        return toolError(`${reasonOf(thrown)} The delegations tool lists your ids.`)
      }
    },
  })

function resultOf({ text, deliveries, delegationIds, runIds, pending }: WaitOutcome): ToolResult {
  const [delegationId, ...others] = delegationIds
  const rest =
    pending.length === 0
      ? ''
      : `Not done yet: ${pending.join(', ')}. They go on; their results arrive by themselves.`
  return {
    ok: true,
    text: [text, rest].filter((part) => part !== '').join('\n\n') || 'There was nothing to wait for.',
    details:
      delegationId === undefined || others.length > 0 ? null : { kind: 'delegation', delegationId, runIds },
    deliveries,
  }
}
