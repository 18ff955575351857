/** The beginning and the end of a stream of any length, in memory that does not grow with it. */
export interface HeadAndTail {
  add(chunk: Buffer): void
  /** What was kept as text, with a line that says what is missing in between. */
  read(): { readonly text: string; readonly omittedBytes: number }
}

/**
 * Keeps bytes as strings of one character a byte. Those lie in young memory, which is collected all the time, and so are
 * the buffers that they came in; buffers alone would pile up to 70 MB before the engine takes notice (tried).
 */
export function createHeadAndTail(headBytes: number, tailBytes: number): HeadAndTail {
  let head = ''
  const tail: string[] = []
  let tailSize = 0
  let dropped = 0
  return {
    add(chunk) {
      const bytes = chunk.toString('latin1')
      const taken = bytes.slice(0, headBytes - head.length)
      head += taken
      if (taken.length === bytes.length) return
      tail.push(bytes.slice(taken.length))
      tailSize += bytes.length - taken.length
      while (tailSize - (tail[0]?.length ?? 0) >= tailBytes) {
        const size = tail.shift()?.length ?? 0
        tailSize -= size
        dropped += size
      }
    },
    read() {
      const end = tail.join('')
      const over = Math.max(0, end.length - tailBytes)
      const omittedBytes = dropped + over
      if (omittedBytes === 0)
        return { text: Buffer.from(head + end, 'latin1').toString('utf8'), omittedBytes }
      const first = new TextDecoder().decode(Buffer.from(head, 'latin1'), { stream: true }) // drops half a character
      const last = fromWholeCharacter(Buffer.from(end.slice(over), 'latin1')).toString('utf8')
      return { text: `${first}\n[… ${omittedBytes} bytes left out …]\n${last}`, omittedBytes }
    },
  }
}

/** Leaves out the second half of a character at the beginning. */
function fromWholeCharacter(bytes: Buffer): Buffer {
  let start = 0
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  return bytes.subarray(start)
}
