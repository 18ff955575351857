import { expect, test } from 'vitest'
import type { CallName, Handlers } from '../../shared/calls.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLogger, type LogFacts } from '../platform/logger.ts'
import { dispatchCall } from './router.ts'

/** Handlers of which only some are there; the others are never reached. */
function setup(handlers: Partial<Record<CallName, (input: never) => unknown>>) {
  const logged: (LogFacts | undefined)[] = []
  const logger = { ...silentLogger, error: (_event: string, facts?: LogFacts) => void logged.push(facts) }
  const dispatch = (name: unknown, input: unknown) =>
    dispatchCall({ handlers: handlers as unknown as Handlers, logger }, name, input)
  return { dispatch, logged }
}

test('a call reaches its handler with parsed input and comes back with its output', async () => {
  const { dispatch } = setup({
    'host.openLink': ({ url }: { url: string }) => void expect(url).toBe('https://a'),
  })

  expect(await dispatch('host.openLink', { url: 'https://a' })).toEqual({ ok: true, value: undefined })
})

test.each([
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '',
  'host',
  'host.nothing',
  7,
  null,
  {},
])('the name %j is no call', async (name) => {
  const { dispatch } = setup({})

  expect(await dispatch(name, undefined)).toMatchObject({ ok: false, error: { code: 'unknown_call' } })
})

test('input that breaks the contract never reaches the handler', async () => {
  let reached = false
  const { dispatch } = setup({ 'run.stop': () => void (reached = true) })

  const reply = await dispatch('run.stop', { runId: 5 })

  expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input', details: { call: 'run.stop' } } })
  expect(reached).toBe(false)
})

test('output that breaks the contract is a bug: logged, and told as no more than that', async () => {
  const { dispatch, logged } = setup({ 'folder.choose': () => 42 })

  expect(await dispatch('folder.choose', undefined)).toEqual({
    ok: false,
    error: { code: 'internal', details: {} },
  })
  expect(logged).toHaveLength(1)
})

test('more than the contract names does not leave the house', async () => {
  const { dispatch } = setup({ 'settings.setKey': () => ({ storage: 'session', key: 'sk-secret' }) })

  expect(await dispatch('settings.setKey', { baseUrl: 'https://a', key: 'sk-secret' })).toEqual({
    ok: true,
    value: { storage: 'session' },
  })
})

test('a known failure keeps its code and facts', async () => {
  const { dispatch, logged } = setup({
    'folder.choose': () => {
      throw new AppError('folder_missing', 'gone', { details: { path: '/a' } })
    },
  })

  expect(await dispatch('folder.choose', undefined)).toEqual({
    ok: false,
    error: { code: 'folder_missing', details: { path: '/a' } },
  })
  expect(logged).toEqual([])
})

test('a bug shows neither its message nor its stack, and the log holds both', async () => {
  const { dispatch, logged } = setup({
    'folder.choose': () => {
      throw new Error('secret innards')
    },
  })

  const reply = await dispatch('folder.choose', undefined)

  expect(JSON.stringify(reply)).not.toContain('innards')
  expect(logged[0]?.['error']).toMatchObject({ code: 'internal', cause: new Error('secret innards') })
})

test('input of any shape is answered, never thrown', async () => {
  const { dispatch } = setup({})
  const circular: Record<string, unknown> = {}
  circular['self'] = circular

  for (const input of [
    null,
    1,
    'text',
    [],
    () => 1,
    Symbol('s'),
    circular,
    { runId: {} },
    new Proxy({}, {}),
  ]) {
    expect(await dispatch('run.open', input)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  }
})
