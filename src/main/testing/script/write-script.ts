/** Writes what `script.ts` reads, so that a test does not have to quote by hand. */

/** A script as the text of a message; each argument is one step, a line or several. */
export const script = (...steps: readonly (string | readonly string[])[]): string =>
  ['```script', steps.map((step) => [step].flat().join('\n')).join('\n---\n'), '```'].join('\n')

/** Words in front, for people, and the script behind them. */
export const scripted = (words: string, ...steps: readonly (string | readonly string[])[]): string =>
  `${words}\n${script(...steps)}`

export const say = (text: string): string => `say ${JSON.stringify(text)}`

export const call = (tool: string, input: unknown): string => `call ${tool} ${JSON.stringify(input)}`

export const recall = (pattern: RegExp): string => `recall ${pattern.source}`
