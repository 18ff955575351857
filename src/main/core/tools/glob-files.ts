import { z } from 'zod'
import { entryLines } from './entry-lines.ts'
import { pathError } from './path-error.ts'
import type { WorkspaceFiles } from './ports.ts'
import { searchAnswer } from './search-answer.ts'
import { MOST_RESULTS, RESULTS } from './search-limits.ts'
import { defineTool, toolError, toolText } from './tool.ts'

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1_000)
    .describe('Glob such as *.ts (at any depth), src/**/*.{ts,tsx} or docs/*.md (from `path`)'),
  path: z
    .string()
    .min(1)
    .optional()
    .describe('Folder to look in, relative to the workspace folder (default: the whole folder)'),
  limit: z.int().min(1).max(MOST_RESULTS).optional().describe(`Most results (default ${RESULTS})`),
})

const NOTHING = '[no file matches, but ignored ones, if any]'

/** Finds files by their names. */
export const globFilesTool = (files: WorkspaceFiles) =>
  defineTool<typeof input>({
    name: 'glob_files',
    description:
      'Finds files of the workspace folder by a glob, one a line, sorted, with their size. A pattern without / matches ' +
      `names at any depth. At most ${RESULTS} results unless you ask for more (${MOST_RESULTS} at most); what is left ` +
      'out is counted. Leaves out what ignore files name.',
    input,
    effect: 'read',
    target: ({ path = '.' }) => path,
    async run({ pattern, path = '.', limit = RESULTS }, { signal }) {
      const found = await files.glob({ path, pattern, limit }, signal)
      if (!found.ok)
        return found.problem === 'pattern'
          ? toolError(`The pattern cannot be read: ${found.reason}`)
          : pathError(path, found.problem, found.similar)
      const { entries, more } = found.value
      const details = { kind: 'list', path: found.value.path, count: entries.length, more } as const
      const lines = entries.length === 0 ? [NOTHING] : entryLines(entries)
      const advice = { narrow: 'narrow it down with pattern or path', limit }
      return toolText(searchAnswer(lines, found.value, advice), details)
    },
  })
