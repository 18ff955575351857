import { z } from 'zod'
import { pathError } from './path-error.ts'
import type { FolderEntry, FolderListing, WorkspaceFiles } from './ports.ts'
import { clip } from './text-diff.ts'
import { defineTool, toolText } from './tool.ts'

const RESULTS = 200
const MOST_RESULTS = 1_000
const MOST_CHARACTERS = 40_000

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .optional()
    .describe('Folder, relative to the workspace folder (default: the whole folder)'),
  depth: z.int().min(1).max(20).optional().describe('Levels to go down (default 2)'),
  limit: z.int().min(1).max(MOST_RESULTS).optional().describe(`Most results (default ${RESULTS})`),
})

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
      if (entries.length === 0) return toolText('[no files here but ignored ones, if any]', details)
      const lines = clip(entries.map(lineOf), { lines: MOST_RESULTS, characters: MOST_CHARACTERS })
      return toolText(`${lines}${noteOn(found.value)}`, details)
    },
  })

/** Names with line ends are spelled out, so that one entry is always one line. */
function lineOf({ path, kind, bytes }: FolderEntry): string {
  const name = /[\n\r]/.test(path) ? JSON.stringify(path) : path
  return kind === 'folder' ? `${name}/` : `${name}  ${sizeOf(bytes)}`
}

function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  if (bytes < 1_024 * 1_024) return `${(bytes / 1_024).toFixed(1)} KB`
  return `${(bytes / (1_024 * 1_024)).toFixed(1)} MB`
}

const noteOn = ({ more, complete }: FolderListing): string =>
  more === 0 && complete
    ? ''
    : `\n[${complete ? more : `at least ${more}`} more; narrow it down with path or depth, or raise limit]`
