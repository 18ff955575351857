const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Cuts Markdown at blank lines outside of code fences. While text streams in only the last block changes, so the ones
 * before it are neither parsed nor drawn again.
 */
export function markdownBlocks(text: string): readonly string[] {
  const blocks: string[] = []
  let block: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined && fence === null) fence = mark
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null
    if (line.trim() === '' && fence === null) {
      if (block.length > 0) blocks.push(block.join('\n'))
      block = []
    } else {
      block.push(line)
    }
  }
  if (block.length > 0) blocks.push(block.join('\n'))
  return blocks
}
