import type { ToolResult } from '../agent/ports.ts'
import { pathError } from './path-error.ts'
import type { WriteOutcome } from './ports.ts'
import { clip, textDiff } from './text-diff.ts'
import { toolError, toolText } from './tool.ts'

/** What the model sees of the difference: it wrote the text itself. People see more. */
const TOLD = { lines: 60, characters: 4_000 }

/** Why nothing was written, and what to do about it. */
export function writeRefused(
  path: string,
  { problem, similar }: Extract<WriteOutcome, { ok: false }>,
): ToolResult {
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

/** What became of a file that now holds `content`. */
export function writeDone(outcome: Extract<WriteOutcome, { ok: true }>, content: string): ToolResult {
  const { path, created, bytes, sha256 } = outcome
  const { added, removed, text: diff } = textDiff(outcome.before ?? '', content)
  const details = { kind: 'write', path, created, added, removed, diff, sha256 } as const
  if (created) return toolText(`Created ${path} (${added} lines, ${bytes} bytes).`, details)
  if (outcome.before === null) return toolText(`Replaced the binary file ${path} (${bytes} bytes).`, details)
  if (added + removed === 0) return toolText(`${path} already had this content.`, details)
  const head = `Wrote ${path} (+${added} −${removed} lines, ${bytes} bytes).`
  return toolText(diff === '' ? head : `${head}\n${clip(diff.split('\n'), TOLD)}`, details)
}
