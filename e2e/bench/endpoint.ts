import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One chat request: when it came, and when its answer was sent, all at once. In ms. */
export type TimedCall = {
  readonly index: number
  readonly body: string
  readonly cameAt: number
  answeredAt: number
}

export interface TimedEndpoint extends AsyncDisposable {
  /** With `/v1`. */
  readonly baseUrl: string
  /** Forgets earlier calls and answers from now on like this, after a while. */
  answerWith(answer: Answer, thinkMs?: ThinkMs): void
  /** Resolves with the first call since then that `matches`. */
  called(matches: (call: TimedCall) => boolean): Promise<TimedCall>
  readonly calls: readonly TimedCall[]
}

/** What the model says to a call: deltas of a chat completion, in order. */
export type Answer = (call: TimedCall) => readonly object[]

/** How long it takes for that, in ms. */
export type ThinkMs = number | ((call: TimedCall) => number)

/** A model that looks at the clock. */
export async function startTimedEndpoint(): Promise<TimedEndpoint> {
  const state = { calls: [] as TimedCall[], answer: (() => []) as Answer, thinkMs: 0 as ThinkMs }
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const cameAt = performance.now()
    void readBody(request).then((body) => {
      const call: TimedCall = { index: state.calls.length, body, cameAt, answeredAt: 0 }
      state.calls.push(call)
      waiting.forEach((look) => look())
      const { answer, thinkMs } = state
      setTimeout(
        () => {
          call.answeredAt = performance.now()
          play(answer(call), response)
        },
        typeof thinkMs === 'number' ? thinkMs : thinkMs(call),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get calls() {
      return state.calls
    },
    answerWith(answer, thinkMs = 0) {
      Object.assign(state, { calls: [], answer, thinkMs })
    },
    called: (matches) =>
      new Promise((resolve) => {
        const look = (): void => {
          const call = state.calls.find(matches)
          if (call === undefined) return
          waiting.delete(look)
          resolve(call)
        }
        waiting.add(look)
        look()
      }),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** One event of a streamed answer. */
export const chunkOf = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

function play(deltas: readonly object[], response: ServerResponse): void {
  const callsTools = deltas.some((delta) => 'tool_calls' in delta)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const body = deltas.map((delta) => chunkOf(delta, null)).join('')
  response.end(`${body}${chunkOf({}, callsTools ? 'tool_calls' : 'stop')}data: [DONE]\n\n`)
}

export const says = (content: string): object => ({ content })

export const calls = (tool: string, input: object, index = 0): object => ({
  tool_calls: [
    {
      index: 0,
      id: `call_${index}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    },
  ],
})
