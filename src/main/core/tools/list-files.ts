import { z } from 'zod'
import { entryLines } from './entry-lines.ts'
import { pathError } from './path-error.ts'
import type { WorkspaceFiles } from './ports.ts'
import { searchAnswer } from './search-answer.ts'
import { MOST_RESULTS, RESULTS } from './search-limits.ts'
import { defineTool, toolText } from './tool.ts'

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .optional()
    .describe('Folder, relative to the workspace folder (default: the whole folder)'),
  depth: z.int().min(1).max(20).optional().describe('Levels to go down (default 2)'),
  limit: z.int().min(1).max(MOST_RESULTS).optional().describe(`Most results (default ${RESULTS})`),
})

const NOTHING = '[no files here but ignored ones, if any]'

/** Shows what is in a folder. */
export const listFilesTool = (files: WorkspaceFiles) =>
  defineTool<typeof input>({
    name: 'list_files',
    description:
      'Lists files and folders of the workspace folder, one a line, sorted, folders with / at the end, files with ' +
      `their size. At most ${RESULTS} results unless you ask for more (${MOST_RESULTS} at most); what is left out is ` +
      'counted. Leaves out what ignore files name, and empty folders.',
    input,
    effect: 'read',
    target: ({ path = '.' }) => path,
    async run({ path = '.', depth = 2, limit = RESULTS }, { signal }) {
      const found = await files.list(path, { depth, limit }, signal)
      if (!found.ok) return pathError(path, found.problem, found.similar)
      const { entries, more } = found.value
      const details = { kind: 'list', path: found.value.path, count: entries.length, more } as const
      const lines = entries.length === 0 ? [NOTHING] : entryLines(entries)
      const advice = { narrow: 'narrow it down with path or depth', limit }
      return toolText(searchAnswer(lines, found.value, advice), details)
    },
  })
