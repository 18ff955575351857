import { z } from 'zod'
import type { ToolResult } from '../agent/ports.ts'
import { pathError } from './path-error.ts'
import type { WorkspaceFiles, WriteOutcome } from './ports.ts'
import type { ReadMemory } from './read-memory.ts'
import { clip, textDiff } from './text-diff.ts'
import { defineTool, toolError, toolText } from './tool.ts'

/** What the model sees of the difference: it wrote the text itself. People see more. */
const TOLD = { lines: 60, characters: 4_000 }

const input = z.strictObject({
  path: z.string().min(1).describe('Path of the file, relative to the workspace folder'),
  content: z.string().describe('The whole new content of the file'),
})

/** Writes a whole file, but never over a state of it that the agent has not seen. */
export const writeFileTool = (files: WorkspaceFiles, memory: ReadMemory) =>
  defineTool<typeof input>({
    name: 'write_file',
    description:
      'Creates a file or replaces its whole content, at once or not at all; missing folders are made. ' +
      'A file that exists must have been read with read_file before, and is left alone when it changed since. ' +
      'Encoding, byte order mark and line ends of an existing file are kept. Answers with the difference.',
    input,
    effect: 'write',
    target: ({ path }) => path,
    async run({ path, content }) {
      const outcome = await files.write(path, content, (known) => memory.lastRead(known))
      if (!outcome.ok) return refused(path, outcome)
      memory.remember(outcome.path, outcome.sha256)
      return written(outcome, content)
    },
  })

function refused(path: string, { problem, similar }: Extract<WriteOutcome, { ok: false }>): ToolResult {
  switch (problem) {
    case 'unread':
      return toolError(
        `${JSON.stringify(path)} exists and you have not read it. Read it with read_file, then write.`,
      )
    case 'stale':
      return toolError(
        `${JSON.stringify(path)} changed since you last read it. Nothing was written. ` +
          'Read it again with read_file and carry the change over.',
      )
    case 'disk_full':
      return toolError(
        `${JSON.stringify(path)}: the disk is full. Nothing was written; the file is as it was.`,
      )
    default:
      return pathError(path, problem, similar)
  }
}

function written(outcome: Extract<WriteOutcome, { ok: true }>, content: string): ToolResult {
  const { path, created, bytes, sha256 } = outcome
  const { added, removed, text: diff } = textDiff(outcome.before ?? '', content)
  const details = { kind: 'write', path, created, added, removed, diff, sha256 } as const
  if (created) return toolText(`Created ${path} (${added} lines, ${bytes} bytes).`, details)
  if (outcome.before === null) return toolText(`Replaced the binary file ${path} (${bytes} bytes).`, details)
  if (added + removed === 0) return toolText(`${path} already had this content.`, details)
  const head = `Wrote ${path} (+${added} −${removed} lines, ${bytes} bytes).`
  return toolText(diff === '' ? head : `${head}\n${clip(diff.split('\n'), TOLD)}`, details)
}
