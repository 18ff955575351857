import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delegatesTo, jobOf } from './crew-script.ts'
import { chunkOf, readBody, says } from './endpoint.ts'

/** Time between two looks at what is due, in ms. */
const TICK_MS = 5

export type Flow = { readonly children: number; readonly eventsASecond: number; readonly seconds: number }

export interface StreamingEndpoint extends AsyncDisposable {
  /** With `/v1`. */
  readonly baseUrl: string
  /** Everything that was streamed so far, by child. */
  readonly sent: ReadonlyMap<string, string>
  /** Resolves when all children are being streamed to. */
  readonly allStream: Promise<void>
  /** Resolves when the last word to all of them is said. */
  readonly allSaid: Promise<void>
}

/** A model that delegates to so many children and then talks to all of them, for long and evenly. */
export async function startStreamingEndpoint(flow: Flow): Promise<StreamingEndpoint> {
  const sent = new Map<string, string>()
  const begun = gate(flow.children)
  const said = gate(flow.children)
  let calls = 0

  function stream(child: string, response: ServerResponse): void {
    const start = performance.now()
    let events = 0
    sent.set(child, '')
    begun.pass()
    const timer = setInterval(() => {
      const passed = (performance.now() - start) / 1_000
      const due = Math.floor(Math.min(passed, flow.seconds) * flow.eventsASecond)
      for (; events < due; events++) {
        const word = `${child}:${events} `
        sent.set(child, `${sent.get(child) ?? ''}${word}`)
        response.write(chunkOf(says(word), null))
      }
      if (passed < flow.seconds) return
      clearInterval(timer)
      response.end(`${chunkOf({}, 'stop')}data: [DONE]\n\n`)
      said.pass()
    }, TICK_MS)
  }

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const child = jobOf({ body })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (child !== null) return stream(child, response)
      const delta = calls++ === 0 ? delegatesTo('M', flow.children) : says('I wait.')
      response.end(
        `${chunkOf(delta, null)}${chunkOf({}, calls === 1 ? 'tool_calls' : 'stop')}data: [DONE]\n\n`,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sent,
    allStream: begun.opened,
    allSaid: said.opened,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Opens when so many have passed. */
function gate(many: number): { readonly opened: Promise<void>; pass(): void } {
  const parts = { open: (): void => undefined, left: many }
  const opened = new Promise<void>((resolve) => (parts.open = resolve))
  return {
    opened,
    pass: () => {
      if (--parts.left === 0) parts.open()
    },
  }
}
