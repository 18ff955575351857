import { Settings } from '../../../../shared/settings.ts'

/** What a whole number in the settings may be. */
export type Range = { readonly min: number; readonly max: number }

const delegation = Settings.shape.delegation.unwrap().shape
const conversation = Settings.shape.conversation.unwrap().shape

type Bounds = { readonly minValue: number | null; readonly maxValue: number | null }

const rangeOf = ({ minValue, maxValue }: Bounds): Range => ({
  min: minValue ?? 0,
  max: maxValue ?? Number.MAX_SAFE_INTEGER,
})

/** Limits of delegation, read from the schema so that page and schema never disagree. */
export const DELEGATION_RANGES = {
  maxConcurrentRuns: rangeOf(delegation.maxConcurrentRuns.unwrap().unwrap()),
  maxDepth: rangeOf(delegation.maxDepth.unwrap()),
  maxTasksPerCall: rangeOf(delegation.maxTasksPerCall.unwrap()),
  maxRunsPerTurn: rangeOf(delegation.maxRunsPerTurn.unwrap()),
  foregroundTimeoutSeconds: rangeOf(delegation.foregroundTimeoutSeconds.unwrap()),
  maxSteps: rangeOf(delegation.maxSteps.unwrap()),
} as const

const budgets = Settings.shape.budgets.unwrap().shape

export const BUDGET_RANGES = {
  warnDollars: rangeOf(budgets.warnDollars.unwrap()),
  warnMillionTokens: rangeOf(budgets.warnMillionTokens.unwrap()),
  pauseDollars: rangeOf(budgets.pauseDollars.unwrap()),
  pauseMillionTokens: rangeOf(budgets.pauseMillionTokens.unwrap()),
} as const

export const CONVERSATION_RANGES = { maxSteps: rangeOf(conversation.maxSteps.unwrap()) } as const
