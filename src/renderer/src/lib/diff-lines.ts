/** One line of a unified diff as it is drawn. */
export type DiffLine = { readonly kind: 'added' | 'removed' | 'same' | 'hunk'; readonly text: string }

const kindOf = (line: string): DiffLine['kind'] => {
  if (line.startsWith('@@')) return 'hunk'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'same'
}

/** Reads a unified diff of one file; its headers are left out, since the card names the file. */
export function diffLines(diff: string): readonly DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n')
  const body = lines.findIndex((line) => line.startsWith('@@'))
  return lines.slice(body === -1 ? 0 : body).flatMap((line) => {
    if (line.startsWith('\\')) return []
    const kind = kindOf(line)
    return [{ kind, text: kind === 'hunk' ? line : line.slice(1) }]
  })
}
