import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HttpServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string
  /** Oldest first. */
  readonly requests: readonly ReceivedRequest[]
  /** Breaks every connection that is open. */
  cutAll(): void
}

export type AnswerRequest = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>

/** A real server on a free port of this computer, for as long as a test needs it. */
export async function startHttpServer(answer: AnswerRequest, port = 0): Promise<HttpServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    void readRequest(incoming)
      .then((request) => {
        requests.push(request)
        return answer(request, response)
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cutAll: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { method = '', url = '', headers } = incoming
  return { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') }
}
