/** An `error` in the middle of a stream, as the endpoint words it. */
export class StreamError extends Error {
  readonly error: unknown

  constructor(error: unknown) {
    super('The endpoint reports an error in its stream.')
    this.name = 'StreamError'
    this.error = error
  }
}

/**
 * The JSON of a stream of server-sent events, up to `[DONE]` or its end. Events without data, comments and whatever is no
 * data are passed over, as the standard says.
 * @throws StreamError for an error in it; a SyntaxError for data that is no JSON; what reading throws
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator {
  let name = ''
  let data: string[] = []
  for await (const line of linesOf(body)) {
    if (line !== '') {
      const { field, value } = fieldOf(line)
      if (field === 'data') data.push(value)
      if (field === 'event') name = value
      continue
    }
    const [text, event] = [data.join('\n'), name]
    data = []
    name = ''
    if (text.trim() === '') continue
    if (text.startsWith('[DONE]')) return
    yield checked(JSON.parse(text), event)
  }
}

function checked(value: unknown, event: string): unknown {
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : null
  if (error) throw new StreamError(error)
  if (event === 'error') throw new StreamError(value)
  return value
}

/** `data: x` and `data:x` alike; a comment is a field without a name. */
function fieldOf(line: string): { field: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { field: line, value: '' }
  return { field: line.slice(0, colon), value: line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1) }
}

/** Lines without their ends, of any kind; an empty one closes the last event, which some endpoints leave open. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder() // leaves out a byte order mark
  let begun: string[] = [] // pieces of a line: a long one is joined once
  let endedInReturn = false
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    if (text === '') continue
    const lines = (endedInReturn && text.startsWith('\n') ? text.slice(1) : text).split(/\r\n|\n|\r/)
    endedInReturn = text.endsWith('\r')
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      yield begun.length === 0 ? line : begun.join('') + line
      begun = []
    }
    if (rest !== '') begun.push(rest)
  }
  yield begun.join('') + decoder.decode()
  yield ''
}
