import { z } from 'zod'
import { onOneLine } from './entry-lines.ts'
import { pathError } from './path-error.ts'
import type { FileMatches, WorkspaceFiles } from './ports.ts'
import { searchAnswer } from './search-answer.ts'
import { MATCHES, MOST_RESULTS } from './search-limits.ts'
import { defineTool, toolError, toolText } from './tool.ts'

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(10_000)
    .describe('Regular expression (Rust syntax); \\b, \\w and (?i) work, look-around and \\1 do not'),
  path: z
    .string()
    .min(1)
    .optional()
    .describe('Folder or file to search, relative to the workspace folder (default: the whole folder)'),
  glob: z.string().min(1).max(1_000).optional().describe('Only files that match, e.g. *.ts or src/**/*.css'),
  ignoreCase: z.boolean().optional().describe('true: A matches a (default false)'),
  context: z.int().min(0).max(10).optional().describe('Lines to show around each match (default 0)'),
  limit: z.int().min(1).max(MOST_RESULTS).optional().describe(`Most matching lines (default ${MATCHES})`),
})

/** Finds lines in files. */
export const grepFilesTool = (files: WorkspaceFiles) =>
  defineTool<typeof input>({
    name: 'grep_files',
    description:
      'Searches the text files of the workspace folder for a regular expression, line by line. Answers with each file ' +
      `and its matching lines by number. At most ${MATCHES} matches unless you ask for more (${MOST_RESULTS} at most); ` +
      'what is left out is counted. Leaves out binary files, files over 10 MB and what ignore files name; files that ' +
      'look like secrets are searched only when `path` names one.',
    input,
    effect: 'read',
    target: ({ path = '.' }) => path,
    async run({ pattern, path = '.', glob, ignoreCase = false, context = 0, limit = MATCHES }, { signal }) {
      const request = { path, pattern, glob: glob ?? null, ignoreCase, context, limit }
      const found = await files.grep(request, signal)
      if (!found.ok)
        return found.problem === 'pattern'
          ? toolError(`The pattern or glob cannot be read: ${found.reason}`)
          : pathError(path, found.problem, found.similar)
      const { shown, more } = found.value
      const details = { kind: 'matches', path: found.value.path, count: shown, more } as const
      const lines = shown === 0 ? ['[no match]'] : found.value.files.flatMap(linesOf)
      const advice = { narrow: 'narrow it down with pattern, path or glob', limit }
      return toolText(searchAnswer(lines, found.value, advice), details)
    },
  })

/** The file, then its lines: `12: a match`, `13- what stands beside it`, with a gap where lines are missing. */
function linesOf({ path, lines }: FileMatches): string[] {
  const hasContext = lines.some(({ matches }) => !matches)
  const shown = lines.flatMap(({ number, text, matches }, index) => {
    const before = lines[index - 1]?.number ?? number - 1
    const gap = hasContext && before < number - 1 ? ['…'] : []
    return [...gap, `${number}${matches ? ':' : '-'} ${text}`]
  })
  return [onOneLine(path), ...shown]
}
