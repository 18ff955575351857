/** The beginning and the end of a stream of any length, in memory that does not grow with it. */
export interface HeadAndTail {
  add(chunk: Buffer): void
  /** What was kept as text, with a line that says what is missing in between. */
  read(): { readonly text: string; readonly omittedBytes: number }
}

export function createHeadAndTail(headBytes: number, tailBytes: number): HeadAndTail {
  const head: Buffer[] = []
  const tail: Buffer[] = []
  let headSize = 0
  let tailSize = 0
  let omitted = 0
  return {
    add(chunk) {
      const taken = chunk.subarray(0, headBytes - headSize)
      if (taken.length > 0) head.push(taken)
      headSize += taken.length
      const rest = chunk.subarray(taken.length)
      if (rest.length === 0) return
      tail.push(rest)
      tailSize += rest.length
      while (tailSize - (tail[0]?.length ?? 0) >= tailBytes) {
        const dropped = tail.shift()?.length ?? 0
        tailSize -= dropped
        omitted += dropped
      }
    },
    read() {
      const end = Buffer.concat(tail)
      const over = Math.max(0, end.length - tailBytes)
      const omittedBytes = omitted + over
      if (omittedBytes === 0) return { text: Buffer.concat([...head, end]).toString('utf8'), omittedBytes }
      const first = new TextDecoder().decode(Buffer.concat(head), { stream: true }) // drops half a character
      const last = fromWholeCharacter(end.subarray(over)).toString('utf8')
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
