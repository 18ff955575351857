import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { chunkOf, refusalOf, endpointsForTests, streamOf } from '../../testing/endpoint.ts'
import { listModels } from './list-models.ts'
import { testModel } from './test-model.ts'

const serve = endpointsForTests()

const surroundings = { clock: systemClock, ids: randomIds, signal: new AbortController().signal }

test('the models of an endpoint are listed by name, asked for with the key', async () => {
  const server = await serve(refusalOf(200, { data: [{ id: 'zeta' }, { id: 'alpha' }, { name: 'odd' }] }))

  expect(await listModels({ ...surroundings, endpoint: server.endpoint })).toEqual({
    ok: true,
    models: ['alpha', 'zeta'],
  })
  expect(server.requests[0]).toMatchObject({
    path: '/v1/models',
    headers: { authorization: `Bearer ${server.endpoint.key}` },
  })
})

test('thousands of names come at once, each one time', async () => {
  const data = Array.from({ length: 5_000 }, (_, index) => ({ id: `vendor/model-${index}` }))
  const server = await serve(refusalOf(200, { data: [...data, ...data] }))
  const begun = systemClock.elapsed()

  const list = await listModels({ ...surroundings, endpoint: server.endpoint })

  expect(list.ok && list.models.length).toBe(5_000)
  expect(systemClock.elapsed() - begun).toBeLessThan(2_000)
})

test('a list that never ends is given up', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"data":[')
    const pour = (): void => {
      while (response.write(' '.repeat(1_000_000)));
      response.once('drain', pour)
    }
    pour()
  })

  expect((await listModels({ ...surroundings, endpoint: server.endpoint })).ok).toBe(false)
})

test('a list that is refused says why', async () => {
  const server = await serve(refusalOf(401, { error: { message: 'bad key' } }))

  expect(await listModels({ ...surroundings, endpoint: server.endpoint })).toMatchObject({
    ok: false,
    failure: { code: 'model_unauthorized', details: { message: 'bad key' } },
  })
})

test('a list that cannot be read is a failure too', async () => {
  const server = await serve(refusalOf(200, 'models: none'))

  expect((await listModels({ ...surroundings, endpoint: server.endpoint })).ok).toBe(false)
})

test('a test call makes one real request and tells what came', async () => {
  const word = randomIds.next('word')
  const server = await serve(streamOf(chunkOf({ content: word }, 'stop')))

  expect(await testModel({ ...surroundings, endpoint: server.endpoint })).toMatchObject({
    reply: word,
    failure: null,
  })
  expect(server.requests).toHaveLength(1)
})

test('a test call that fails tells the failure', async () => {
  const server = await serve(refusalOf(404, { error: { message: 'no such model' } }))

  expect(await testModel({ ...surroundings, endpoint: server.endpoint })).toMatchObject({
    reply: '',
    failure: { code: 'model_unknown' },
  })
})
