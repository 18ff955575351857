import { z } from 'zod'
import { applyEdits } from './apply-edits.ts'
import { pathError } from './path-error.ts'
import type { WorkspaceFiles } from './ports.ts'
import type { ReadMemory } from './read-memory.ts'
import { defineTool, toolError } from './tool.ts'
import { writeDone, writeRefused } from './write-result.ts'

/** Most edits of one call. Source: design; a file that needs more is quicker written anew. */
const MOST_EDITS = 50

const edit = z.strictObject({
  old: z.string().min(1).describe('Text to replace, exactly as it stands in the file, blanks included'),
  new: z.string().describe('What stands there afterwards; empty: nothing'),
  replaceAll: z.boolean().optional().describe('true: every place where old stands (default false)'),
})

const input = z.strictObject({
  path: z.string().min(1).describe('Path of the file, relative to the workspace folder'),
  edits: z.array(edit).min(1).max(MOST_EDITS).describe('Made in this order, all of them or none'),
})

/** Replaces parts of a file, but never in a state of it that the agent has not seen. */
export const editFileTool = (files: WorkspaceFiles, memory: ReadMemory) =>
  defineTool<typeof input>({
    name: 'edit_file',
    description:
      'Replaces parts of a text file, at once or not at all. Each `old` must stand in the file exactly once, unless ' +
      'replaceAll is set; take in as many lines around the place as that needs. The file must have been read with ' +
      'read_file before, and is left alone when it changed since. Answers with the difference.',
    input,
    effect: 'write',
    target: ({ path }) => path,
    async run({ path, edits }) {
      const found = await files.read(path)
      if (!found.ok) return pathError(path, found.problem, found.similar)
      const { text, sha256, path: known } = found.value
      if (text === null)
        return toolError(
          `${JSON.stringify(path)} is a binary file, or text in an encoding that cannot be edited.`,
        )
      const lastRead = memory.lastRead(known)
      if (lastRead !== sha256)
        return writeRefused(path, { ok: false, problem: lastRead === null ? 'unread' : 'stale', similar: [] })
      const edited = applyEdits(
        text,
        edits.map(({ replaceAll = false, ...texts }) => ({ ...texts, replaceAll })),
      )
      if (!edited.ok) return toolError(`${JSON.stringify(path)} was not changed. ${edited.complaint}`)
      const outcome = await files.write(path, edited.text, () => sha256)
      if (!outcome.ok) return writeRefused(path, outcome)
      memory.remember(outcome.path, outcome.sha256)
      return writeDone(outcome, edited.text)
    },
  })
