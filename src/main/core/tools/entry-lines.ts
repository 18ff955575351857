import type { FolderEntry } from './ports.ts'

/** Files and folders for a model, one a line, folders with `/` at the end, files with their size. */
export const entryLines = (entries: readonly FolderEntry[]): string[] => entries.map(lineOf)

function lineOf({ path, kind, bytes }: FolderEntry): string {
  const name = onOneLine(path)
  return kind === 'folder' ? `${name}/` : `${name}  ${sizeOf(bytes)}`
}

/** Names with line ends are spelled out, so that one entry is always one line. */
export const onOneLine = (path: string): string => (/[\n\r]/.test(path) ? JSON.stringify(path) : path)

function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  if (bytes < 1_024 * 1_024) return `${(bytes / 1_024).toFixed(1)} KB`
  return `${(bytes / (1_024 * 1_024)).toFixed(1)} MB`
}
