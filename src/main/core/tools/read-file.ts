import { z } from 'zod'
import type { ToolResult } from '../agent/ports.ts'
import { pageOf, type Page, type Place } from './page-of.ts'
import { pathError } from './path-error.ts'
import type { FileText, WorkspaceFiles } from './ports.ts'
import type { ReadMemory } from './read-memory.ts'
import { defineTool, toolError, toolText } from './tool.ts'

/** Most lines of one page. Source: design, like the characters; what a model reads well at once. */
export const PAGE_LINES = 2_000

/** Most characters of one page, about 20,000 tokens; the smaller of this and what the model's window bears. */
export const PAGE_CHARACTERS = 80_000

const input = z.strictObject({
  path: z.string().min(1).describe('Path of the file, relative to the workspace folder'),
  offset: z.int().min(1).optional().describe('First line to read, counted from 1 (default 1)'),
  limit: z.int().min(1).optional().describe(`Lines to read (default and most ${PAGE_LINES})`),
  character: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Character of line `offset` to begin at, counted from 0; only to go on inside one very long line',
    ),
})

/** Reads a page of a text file and remembers what the agent has seen of it, so that a later write is safe. */
export const readFileTool = (files: WorkspaceFiles, memory: ReadMemory, pageCharacters = PAGE_CHARACTERS) =>
  defineTool<typeof input>({
    name: 'read_file',
    description:
      'Reads a text file (UTF-8 or UTF-16) of the workspace folder. ' +
      `One call gives at most ${PAGE_LINES} lines or ${pageCharacters} characters; a note at the end then says ` +
      'how to go on. Binary files are named, not shown. Read a file before you overwrite it with write_file.',
    input,
    effect: 'read',
    target: ({ path }) => path,
    async run({ path, offset = 1, limit = PAGE_LINES, character = 0 }) {
      const found = await files.read(path)
      if (!found.ok) return pathError(path, found.problem, found.similar)
      const file = found.value
      memory.remember(file.path, file.sha256)
      if (file.text === null) return binary(file)
      const lines = linesOf(file.text)
      const from = { line: offset, character }
      const complaint = outOf(lines, from)
      if (complaint !== null) return toolError(`${file.path}: ${complaint}`)
      const limits = { lines: Math.min(limit, PAGE_LINES), characters: pageCharacters }
      return shown(file, from, pageOf(lines, from, limits))
    },
  })

/** A line end at the end of the text closes its last line and begins no further one. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines
}

function outOf(lines: readonly string[], { line, character }: Place): string | null {
  const wanted = lines[line - 1]
  if (wanted === undefined) return `offset ${line} is behind the end; the file has ${lines.length} lines.`
  if (character > 0 && character >= wanted.length)
    return `character ${character} is behind the end of line ${line}, which has ${wanted.length} characters.`
  return null
}

const binary = (file: FileText): ToolResult =>
  toolText(
    `${file.path} is a binary file, or text that is neither UTF-8 nor UTF-16 (${file.bytes} bytes). It is not shown; ` +
      'programs such as file, strings, xxd or iconv can look into it by shell.',
    { kind: 'file', path: file.path, bytes: file.bytes, lines: 0, truncated: true },
  )

function shown(file: FileText, from: Place, page: Page): ToolResult {
  const whole = page.next === null && from.line === 1 && from.character === 0
  const details = {
    kind: 'file',
    path: file.path,
    bytes: file.bytes,
    lines: page.totalLines,
    truncated: !whole,
  } as const
  if (file.text === '') return toolText(`[${file.path} is empty]`, details)
  return toolText(whole ? page.text : `${page.text}\n${noteOn(from, page)}`, details)
}

/** Says which part this is and how to get the next one. */
function noteOn(from: Place, { next, lastLine, totalLines, cutLineLength }: Page): string {
  const lines = from.line === lastLine ? `line ${from.line}` : `lines ${from.line} to ${lastLine}`
  if (next === null) return `[${lines} of ${totalLines}; this is the end of the file]`
  if (cutLineLength === null) return `[${lines} of ${totalLines}; go on with offset ${next.line}]`
  const part = `characters ${from.character} to ${next.character} of ${cutLineLength}`
  return `[line ${from.line} of ${totalLines}, ${part}; go on with offset ${next.line} and character ${next.character}]`
}
