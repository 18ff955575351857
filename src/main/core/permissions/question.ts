import type { Effect } from '../../../shared/tool.ts'

/** One call, as far as a decision depends on it. */
export type Question = {
  readonly tool: string
  readonly effect: Effect
  /** For `read` and `write` a path; for `execute` the whole command. */
  readonly target: string
  /** The conversation's folder, absolute. */
  readonly folder: string
  /** Whether what it executes is confined to the folder by the system. */
  readonly confinement: 'none' | 'confined'
}
