import { z } from 'zod'

/** The agent that always exists. A file of this name gives it another prompt or other bounds. */
export const GENERAL_PURPOSE = 'general-purpose'

/** Where an agent comes from. Of two with the same id the first of these counts. */
export const AgentSource = z.enum(['folder', 'home', 'built_in'])
export type AgentSource = z.infer<typeof AgentSource>

/** An agent that tasks can be given to, as its file describes it. */
export const AgentProfile = z.object({
  /** The name of its file, without the ending. */
  id: z.string(),
  /** What it is for; a parent chooses by it. */
  description: z.string(),
  /** Its own part of the prompt; may be empty. */
  prompt: z.string(),
  /** Names of the only tools it may have, in no order. Null: it sets no bound. Empty: none at all. */
  tools: z.array(z.string()).nullable(),
  /** A model of the user's list. Null: the conversation's. */
  model: z.string().nullable(),
  /** Model calls a run of it may make. Null: what the settings say. */
  maxSteps: z.int().positive().nullable(),
  temperature: z.number().min(0).max(2).nullable(),
  /** Seconds without progress after which a run of it counts as stalled. Null: the usual. */
  stallSeconds: z.int().positive().nullable(),
})
export type AgentProfile = z.infer<typeof AgentProfile>

/** What a run keeps of its agent's file, as it was when the task was taken on: a later change is for later tasks. */
export const RunProfile = AgentProfile.pick({
  prompt: true,
  model: true,
  maxSteps: true,
  temperature: true,
  stallSeconds: true,
})
export type RunProfile = z.infer<typeof RunProfile>

/** Of an agent that brings nothing of its own. */
export const NO_PROFILE: RunProfile = {
  prompt: '',
  model: null,
  maxSteps: null,
  temperature: null,
  stallSeconds: null,
}

/** Why an agent cannot be given tasks. */
export const AgentProblem = z.object({
  code: z.enum(['broken', 'disabled', 'untrusted', 'too_large', 'shadowed']),
  /** What is wrong with the file, in English, for whoever wrote it; empty when the code says all. */
  reason: z.string(),
})
export type AgentProblem = z.infer<typeof AgentProblem>

/** An agent as a person sees it in a list: usable, or with what is in its way. */
export const AgentView = z.object({
  id: z.string(),
  description: z.string(),
  source: AgentSource,
  /** Where its file is: relative to the folder, or from `~`. Null for one that is built in. */
  path: z.string().nullable(),
  problem: AgentProblem.nullable(),
})
export type AgentView = z.infer<typeof AgentView>
