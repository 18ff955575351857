import { afterEach } from 'vitest'
import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import { startHttpServer, type AnswerRequest, type HttpServer } from './http-server.ts'

export interface TestEndpoint extends HttpServer {
  readonly endpoint: ModelEndpoint
}

/**
 * For the tests of one file: returns what starts an endpoint whose answers the test writes byte by byte. Each is gone
 * after its test.
 */
export function endpointsForTests(): (answer: AnswerRequest) => Promise<TestEndpoint> {
  const open: AsyncDisposable[] = []
  afterEach(async () => {
    for (const each of open.splice(0)) await each[Symbol.asyncDispose]()
  })
  return async (answer) => {
    const endpoint = await startEndpoint(answer)
    open.push(endpoint)
    return endpoint
  }
}

async function startEndpoint(answer: AnswerRequest): Promise<TestEndpoint> {
  const server = await startHttpServer(answer)
  return {
    ...server,
    endpoint: { kind: 'openai', baseUrl: `${server.url}/v1`, model: 'test-model', key: 'sk-test-0123456789' },
  }
}

/** Answers with a stream of these chunks, then `[DONE]`. Text goes out as it is. */
export const streamOf =
  (...chunks: readonly (object | string)[]): AnswerRequest =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of chunks) response.write(typeof chunk === 'string' ? chunk : toEvent(chunk))
    response.end('data: [DONE]\n\n')
  }

/** Answers with one status and one body. */
export const refusalOf =
  (status: number, body: unknown, headers: Record<string, string> = {}): AnswerRequest =>
  (_request, response) => {
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }

export const toEvent = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`

export const chunkOf = (delta: object, finishReason: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
})
