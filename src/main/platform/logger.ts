/** What goes with a line: ids, codes, sizes. Never a key, never text of a conversation. */
export type LogFacts = Readonly<Record<string, unknown>>

export interface Logger {
  info(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  /** `facts.error` keeps its stack and causes. */
  error(event: string, facts?: LogFacts): void
}

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
