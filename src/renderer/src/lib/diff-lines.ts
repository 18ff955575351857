/** One line of a unified diff as it is drawn. */
export type DiffLine = { readonly kind: 'added' | 'removed' | 'same' | 'hunk'; readonly text: string }

const kindOf = (line: string): DiffLine['kind'] => {
  if (line.startsWith('@@')) return 'hunk'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'same'
}

/** Where a hunk begins in the new text. */
const startOf = (hunk: string): number => Number(/\+(\d+)/.exec(hunk)?.[1] ?? 1)

/**
 * Reads a unified diff of one file. Its headers are left out, since the card names the file; a hunk that does not begin
 * the file is announced by the number of its first line.
 */
export function diffLines(diff: string): readonly DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n')
  const body = lines.findIndex((line) => line.startsWith('@@'))
  return lines.slice(body === -1 ? 0 : body).flatMap((line): DiffLine[] => {
    if (line.startsWith('\\')) return []
    const kind = kindOf(line)
    if (kind !== 'hunk') return [{ kind, text: line.slice(1) }]
    return startOf(line) <= 1 ? [] : [{ kind, text: `⋯ ${startOf(line)}` }]
  })
}
