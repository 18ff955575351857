import { z } from 'zod'
import type { ToolResult } from '../agent/ports.ts'
import { pathError } from './path-error.ts'
import type { Shell, ShellOutcome } from './ports.ts'
import { defineTool } from './tool.ts'

export const SHELL_DEFAULT_SECONDS = 120
export const SHELL_MOST_SECONDS = 600

/** The system bears 128 KiB in one argument; a character takes up to 4 bytes. */
const MOST_CHARACTERS = 30_000

const input = z.strictObject({
  command: z
    .string()
    .trim()
    .min(1)
    .max(MOST_CHARACTERS)
    .refine((command) => !command.includes('\0'), 'must not contain a NUL character')
    .describe('The command line, as bash reads it'),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe('Folder to run it in, relative to the workspace folder (default: itself)'),
  timeout_seconds: z
    .number()
    .min(1)
    .max(SHELL_MOST_SECONDS)
    .optional()
    .describe(`Seconds until it is ended (default ${SHELL_DEFAULT_SECONDS}, at most ${SHELL_MOST_SECONDS})`),
})

/** Runs a command line to its end. */
export const shellTool = (shell: Shell) =>
  defineTool<typeof input>({
    name: 'shell',
    description:
      'Runs a command line in the workspace folder with bash and waits for its end. There is no terminal and no input. ' +
      'Answers with the output (of a long one its beginning and end), exit code and duration. ' +
      'Everything it started is ended with it: a command cannot leave a server running in the background. ' +
      `It is ended after ${SHELL_DEFAULT_SECONDS} seconds unless you give timeout_seconds (${SHELL_MOST_SECONDS} at most).`,
    input,
    effect: 'execute',
    target: commandOf,
    async run({ command, cwd = '.', timeout_seconds = SHELL_DEFAULT_SECONDS }, { signal }) {
      const found = await shell.run(command, { cwd, timeoutMs: timeout_seconds * 1_000, signal })
      if (!found.ok) return pathError(cwd, found.problem, found.similar)
      return ended(commandOf({ command, cwd }), found.value, signal.aborted)
    },
  })

/** What really runs, in one line of shell: a folder given apart stands in it. */
function commandOf({ command, cwd }: { command: string; cwd?: string | undefined }): string {
  return cwd === undefined || cwd === '.' ? command : `cd ${quoted(cwd)} && ${command}`
}

const quoted = (word: string): string =>
  /^[\w./][\w./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** A command that ended by itself is an answer, whatever its exit code: many say "no" that way. */
function ended(command: string, outcome: ShellOutcome, stopped: boolean): ToolResult {
  const { exitCode, signal, timedOut } = outcome
  const output = outcome.output === '' ? '[no output]' : outcome.output.replace(/\n$/, '')
  return {
    ok: exitCode !== null && !timedOut && !stopped,
    text: `${output}\n[${howItEnded(outcome, stopped)}]`,
    details: { kind: 'shell', command, exitCode, signal, timedOut },
    deliveries: [],
  }
}

function howItEnded({ exitCode, signal, timedOut, durationMs }: ShellOutcome, stopped: boolean): string {
  const after = `${(durationMs / 1_000).toFixed(1)} s`
  if (timedOut)
    return `ended by the time-out after ${after}; what it did until then stands. Give a longer timeout_seconds, or run less at once`
  if (stopped) return `stopped after ${after}; what it did until then stands`
  return exitCode === null
    ? `ended by ${signal ?? 'a signal'} after ${after}`
    : `exit code ${exitCode}, ${after}`
}
