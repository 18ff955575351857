import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { endpointsForTests, refusalOf } from '../../testing/endpoint.ts'
import { findLocalServers } from './find-local-servers.ts'

const serve = endpointsForTests()

const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)

test('a server that lists models is found, and was sent neither key nor prompt', async () => {
  const name = randomIds.next('model')
  const server = await serve(refusalOf(200, { data: [{ id: name }] }))

  expect(await findLocalServers(systemClock, [{ name: 'Local', port: portOf(server) }])).toEqual([
    { name: 'Local', baseUrl: `http://127.0.0.1:${portOf(server)}/v1`, models: [name] },
  ])
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
})

test.each([
  ['nobody', null],
  ['a web page', refusalOf(200, '<!doctype html>')],
  ['a server without models', refusalOf(200, { data: [] })],
  ['one that refuses', refusalOf(401, {})],
])('%s on a port is no server', async (_who, answer) => {
  const port = answer === null ? 1 : portOf(await serve(answer))

  expect(await findLocalServers(systemClock, [{ name: 'x', port }])).toEqual([])
})

test('one that never answers is not waited for', async () => {
  const silent = await serve(() => undefined)
  const begun = systemClock.elapsed()

  expect(await findLocalServers(systemClock, [{ name: 'x', port: portOf(silent) }])).toEqual([])
  expect(systemClock.elapsed() - begun).toBeLessThan(5_000)
})

test('one that drips its answer for ever is not waited for, nor does it hide the others', async () => {
  const name = randomIds.next('model')
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const dripping = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.write('{"data":[')
    const drops = setInterval(() => response.write(' '), 100)
    ending.signal.addEventListener('abort', () => clearInterval(drops))
  })
  const good = await serve(refusalOf(200, { data: [{ id: name }, { id: name }] }))
  const places = [dripping, good].map((server) => ({ name: 'x', port: portOf(server) }))

  expect(await findLocalServers(systemClock, places)).toMatchObject([{ models: [name] }])
})
