import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Network } from '../../../shared/network.ts'
import type { ModelEvent } from '../../core/agent/ports.ts'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { chunkOf, endpointsForTests, streamOf, toEvent } from '../../testing/endpoint.ts'
import { openProxy, type ProxyManners, type TestProxy } from '../../testing/proxy.ts'
import { AUTHORITY, SERVER_IDENTITY } from '../../testing/tls-identity.ts'
import { createOpenAiModel } from './openai-model.ts'
import { QUIET_MS } from './policy.ts'

const serve = endpointsForTests()

const STRAIGHT: Network = { httpProxy: '', httpsProxy: '', noProxy: '', authorities: '' }

/** An endpoint over TLS that says this word, with a certificate of an authority that nobody knows. */
async function startSecureEndpoint(word: string): Promise<number> {
  const server: Server = createServer(SERVER_IDENTITY, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(toEvent(chunkOf({ content: word }, 'stop')))
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function startProxy(targetPort: number, manners: ProxyManners = {}): Promise<TestProxy> {
  const proxy = await openProxy(targetPort, manners)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return proxy
}

type Asking = { readonly key?: string; readonly quietMs?: number }

async function ask(
  baseUrl: string,
  network: Network,
  { key = 'sk-secret', quietMs = QUIET_MS }: Asking = {},
): Promise<ModelEvent | undefined> {
  const endpoint = { kind: 'openai' as const, baseUrl, model: 'm', key, network }
  const model = createOpenAiModel({ endpoint, clock: systemClock, ids: randomIds, quietMs })
  const question = { messages: [{ role: 'user' as const, text: 'hello' }], tools: [] }
  const events: ModelEvent[] = []
  for await (const event of model.stream(question, new AbortController().signal)) events.push(event)
  return events.at(-1)
}

test('an authority of one’s own is trusted when it is named', async () => {
  const word = randomIds.next('token')
  const baseUrl = `https://localhost:${await startSecureEndpoint(word)}/v1`

  expect(await ask(baseUrl, { ...STRAIGHT, authorities: AUTHORITY })).toMatchObject({
    type: 'done',
    text: word,
  })
})

test('and not when it is not', async () => {
  const baseUrl = `https://localhost:${await startSecureEndpoint('never')}/v1`

  expect(await ask(baseUrl, STRAIGHT)).toMatchObject({
    type: 'failed',
    failure: { code: 'model_unreachable', details: { reason: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } },
  })
})

test('a proxy is asked for the way, and does not see the key', async () => {
  const word = randomIds.next('token')
  const proxy = await startProxy(await startSecureEndpoint(word))
  const network = { ...STRAIGHT, httpsProxy: proxy.url, authorities: AUTHORITY }

  expect(await ask('https://models.test/v1', network)).toMatchObject({ type: 'done', text: word })
  expect(proxy.tunnels).toEqual(['models.test:443'])
})

test('what stands in the list of exceptions, and this computer, is reached without the proxy', async () => {
  const word = randomIds.next('token')
  const port = await startSecureEndpoint(word)
  const proxy = await startProxy(port)
  const network = { ...STRAIGHT, httpsProxy: proxy.url, authorities: AUTHORITY }

  expect(await ask(`https://127.0.0.1:${port}/v1`, network)).toMatchObject({ type: 'done', text: word })
  expect(await ask('https://models.test/v1', { ...network, noProxy: 'models.test' })).toMatchObject({
    type: 'failed',
    failure: { code: 'model_unreachable' },
  })
  expect(proxy.tunnels).toEqual([])
})

test('a proxy that is not there is no way, and it is the one that is named', async () => {
  expect(
    await ask('https://models.test/v1', { ...STRAIGHT, httpsProxy: 'http://127.0.0.1:9' }),
  ).toMatchObject({
    type: 'failed',
    failure: { code: 'model_unreachable', details: { message: expect.stringContaining('127.0.0.1:9') } },
  })
})

const CREDENTIALS = { name: 'kim', password: 'p@ss:w/rd %' }

test('a proxy gets the credentials that stand in its address', async () => {
  const word = randomIds.next('token')
  const proxy = await startProxy(await startSecureEndpoint(word), { credentials: CREDENTIALS })
  const network = { ...STRAIGHT, httpsProxy: proxy.url, authorities: AUTHORITY }

  expect(await ask('https://models.test/v1', network)).toMatchObject({ type: 'done', text: word })
})

test('a proxy that wants others refuses, and what is told of it holds neither them nor the key', async () => {
  const proxy = await startProxy(await startSecureEndpoint('never'), { credentials: CREDENTIALS })
  const wrong = proxy.url.replace('kim', 'someone')
  const network = { ...STRAIGHT, httpsProxy: wrong, authorities: AUTHORITY }

  const last = await ask('https://models.test/v1', network)

  expect(last).toMatchObject({ failure: { code: 'model_unreachable' } })
  expect(JSON.stringify(last)).toContain('407')
  expect(JSON.stringify(last)).not.toMatch(/p@ss|p%40ss|someone|sk-secret/)
})

test('a proxy that never answers is a time-out', async () => {
  const proxy = await startProxy(await startSecureEndpoint('never'), { hangs: true })
  const network = { ...STRAIGHT, httpsProxy: proxy.url, authorities: AUTHORITY }

  expect(await ask('https://models.test/v1', network, { quietMs: 200 })).toMatchObject({
    failure: { code: 'model_timeout' },
  })
  expect(proxy.tunnels).toEqual(['models.test:443'])
})

test('an endpoint over plain http is asked through a tunnel, too, and without a key', async () => {
  const word = randomIds.next('token')
  const server = await serve(streamOf(chunkOf({ content: word }, 'stop')))
  const proxy = await startProxy(Number(new URL(server.url).port))
  const network = { ...STRAIGHT, httpProxy: proxy.url }

  expect(await ask('http://models.test/v1', network, { key: '' })).toMatchObject({ type: 'done', text: word })
  expect(proxy.tunnels).toEqual(['models.test:80'])
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
})
