import { z } from 'zod'
import { ToolAbility } from './found-models.ts'

const whole = (min: number, max: number) => z.int().min(min).max(max)

/** A model at an endpoint. */
export const ModelChoice = z.strictObject({ baseUrl: z.string().min(1), name: z.string().min(1) })
export type ModelChoice = z.infer<typeof ModelChoice>

/** What was seen when a model was asked to call a tool. */
export const ModelProbe = z.strictObject({ baseUrl: z.string(), name: z.string(), tools: ToolAbility })
export type ModelProbe = z.infer<typeof ModelProbe>

/** What a model costs, in US dollars for a million tokens. Without `cached`: as much as other input. */
export const ModelPrice = z.strictObject({
  name: z.string().min(1),
  input: z.number().nonnegative(),
  cached: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
})
export type ModelPrice = z.infer<typeof ModelPrice>

/** More than this no setting allows in one call. */
export const MOST_TASKS_PER_CALL = 50

/** Models whose probes are remembered. */
export const MOST_PROBES = 50

/**
 * All that users may tune, with defaults. It drives the settings page, `--set`, tool texts and docs alike.
 * Keys are dotted paths: `delegation.maxConcurrentRuns`.
 */
export const Settings = z.strictObject({
  model: z
    .strictObject({
      /** OpenAI-compatible base URL, e.g. `https://api.openai.com/v1`. Empty: not set up yet. */
      baseUrl: z.string().default(''),
      name: z.string().default(''),
      /** Other models to turn to, in this order, when the first cannot be had. */
      fallbacks: z.array(ModelChoice).max(10).default([]),
      /** Prices of models that are not known, or that cost you something else. */
      prices: z.array(ModelPrice).max(100).default([]),
      /** What trying models out has shown. Written by the app; the newest last. */
      probes: z.array(ModelProbe).max(MOST_PROBES).default([]),
    })
    .prefault({}),
  delegation: z
    .strictObject({
      /** Runs working at once; more are queued in order. Null: 4, or 1 where the model runs on this computer. */
      maxConcurrentRuns: whole(1, 64).nullable().default(null),
      /** A run at a depth below this may delegate further. */
      maxDepth: whole(1, 5).default(2),
      maxTasksPerCall: whole(1, MOST_TASKS_PER_CALL).default(10),
      maxRunsPerTurn: whole(1, 500).default(50),
      /** Seconds that a waiting `delegate` call waits before its work goes on in the background. */
      foregroundTimeoutSeconds: whole(1, 600).default(120),
      /** Model calls a run may make. */
      maxSteps: whole(1, 1_000).default(250),
      paused: z.boolean().default(false),
      /** Whether the system is kept from sleeping while runs work. The display may go dark. */
      keepAwake: z.enum(['off', 'onMains', 'always']).default('onMains'),
    })
    .prefault({}),
  /** What one conversation, with all its runs, may use in a day. Where a price is not known, tokens count. */
  budgets: z
    .strictObject({
      /** From here on it is said. */
      warnDollars: whole(1, 100_000).default(5),
      warnMillionTokens: whole(1, 100_000).default(2),
      /** Here it pauses, until a person lets it go on or the day is over. */
      pauseDollars: whole(1, 100_000).default(25),
      pauseMillionTokens: whole(1, 100_000).default(10),
    })
    .prefault({}),
  conversation: z
    .strictObject({
      /** Model calls one turn may make. */
      maxSteps: whole(1, 1_000).default(250),
      /** Mode of a new conversation. */
      mode: z.enum(['ask', 'auto']).default('ask'),
    })
    .prefault({}),
  permissions: z.strictObject({ fullModeEnabled: z.boolean().default(false) }).prefault({}),
  notifications: z
    .strictObject({
      finished: z.boolean().default(true),
      needsYou: z.boolean().default(true),
      failed: z.boolean().default(true),
    })
    .prefault({}),
  appearance: z
    .strictObject({
      theme: z.enum(['system', 'light', 'dark']).default('system'),
      language: z.enum(['system', 'en', 'zh-CN']).default('system'),
      sidebarOpen: z.boolean().default(true),
      inspectorOpen: z.boolean().default(true),
    })
    .prefault({}),
})
export type Settings = z.infer<typeof Settings>

export const DEFAULT_SETTINGS: Settings = Settings.parse({})

/** One change: a dotted path and its new value. */
export const SettingChange = z.object({ path: z.string().min(1), value: z.unknown() })
export type SettingChange = z.infer<typeof SettingChange>
