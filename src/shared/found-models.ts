import { z } from 'zod'

/** A server on this computer that answered, and the models it has. */
export const FoundServer = z.object({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) })
export type FoundServer = z.infer<typeof FoundServer>

/** A key that came with the environment; it is bound to this endpoint's host. The key itself stays in main. */
export const FoundKey = z.object({ variable: z.string(), baseUrl: z.string() })
export type FoundKey = z.infer<typeof FoundKey>

/** What there is to answer with, without anything being set up. */
export const FoundModels = z.object({ servers: z.array(FoundServer), keys: z.array(FoundKey) })
export type FoundModels = z.infer<typeof FoundModels>

/** How a model deals with tools: calls them, calls them wrongly, or has no notion of them. */
export const ToolAbility = z.enum(['calls', 'calls_badly', 'cannot'])
export type ToolAbility = z.infer<typeof ToolAbility>
