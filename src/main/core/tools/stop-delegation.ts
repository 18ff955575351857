import { z } from 'zod'
import type { Delegator } from './ports.ts'
import { defineTool, reasonOf, toolError, toolText } from './tool.ts'

const input = z
  .strictObject({
    id: z.string().min(1).optional().describe('A run id: that run. A delegation id: all its runs'),
    all: z.boolean().optional().describe('true: everything you have started'),
  })
  .refine(({ id, all }) => (id === undefined) === (all === true), 'give either id, or all: true')

/** Asks runs to stop; what they did so far still comes back. */
export const stopDelegationTool = (delegator: Delegator) =>
  defineTool<typeof input>({
    name: 'stop_delegation',
    description:
      'Stops one run (by run id), one delegation with all its runs (by delegation id), or all: true for everything ' +
      'below you. What they have done until then still arrives as their result.',
    input,
    effect: 'control',
    target: ({ id }) => id ?? 'all',
    async run({ id }) {
      try {
        const runs = await delegator.stop(id ?? null)
        if (runs.length === 0) return toolText('There was nothing left to stop.')
        return toolText(`Asked to stop: ${runs.join(', ')}. What they did so far arrives as their result.`)
      } catch (thrown) {
        return toolError(`${reasonOf(thrown)} The delegations tool lists your ids.`)
      }
    },
  })
