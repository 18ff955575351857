import type { Endpoint, Inbox, Journal, Onlooker, PermissionGate, ToolBox } from './ports.ts'

/** Everything an agent is made of. Main agent and sub-agent differ in these values, never in a branch. */
export type Agent = {
  /** The prompt's stable prefix. */
  readonly systemPrompt: string
  /** Model calls allowed from here on. */
  readonly maxSteps: number
  readonly endpoint: Endpoint
  readonly tools: ToolBox
  readonly journal: Journal
  readonly inbox: Inbox
  readonly permissions: PermissionGate
  readonly onlooker: Onlooker
  /** Milliseconds that never jump back, for durations. */
  readonly elapsed: () => number
  /** Whether the machine slept after this moment of `elapsed`. */
  readonly hasSlept: (since: number) => boolean
  /** Resolves after `ms`, or at once when `signal` aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}
