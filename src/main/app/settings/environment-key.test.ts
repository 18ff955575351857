import { expect, test } from 'vitest'
import { takeEnvironmentKey } from './environment-key.ts'

const OURS = { MUSTER_API_KEY: 'ours' }
const THEIRS = { OPENAI_API_KEY: 'theirs' }
const NONE = { named: null, inForce: '' }

test.each([
  [
    'ours, to the endpoint named beside it',
    OURS,
    { named: 'http://n/v1', inForce: 'https://s/v1' },
    'http://n',
  ],
  ['ours, to the endpoint in force', OURS, { named: null, inForce: 'https://s/v1' }, 'https://s'],
  [
    "theirs, to its vendor's host",
    THEIRS,
    { named: null, inForce: 'https://s/v1' },
    'https://api.openai.com',
  ],
  ['theirs, to the URL in its variable', { ...THEIRS, OPENAI_BASE_URL: 'https://p/v1' }, NONE, 'https://p'],
  ['theirs, to the endpoint named beside it', THEIRS, { named: 'http://n/v1', inForce: '' }, 'http://n'],
])('%s', (_rule, env, context, origin) => {
  expect(takeEnvironmentKey({ ...env }, context)?.origin).toBe(origin)
})

test('ours goes before theirs, and both are gone from the environment', () => {
  const env: NodeJS.ProcessEnv = { ...OURS, ...THEIRS, PATH: '/bin' }

  expect(takeEnvironmentKey(env, { named: 'https://n', inForce: '' })?.key).toBe('ours')

  expect(env).toEqual({ PATH: '/bin' })
})

test('a key without a place to go to is taken away all the same', () => {
  const env: NodeJS.ProcessEnv = { ...OURS }

  expect(takeEnvironmentKey(env, NONE)).toBeNull()
  expect(env).toEqual({})
})

test('an environment without a key has none', () => {
  expect(takeEnvironmentKey({ OPENAI_BASE_URL: 'https://p' }, NONE)).toBeNull()
})
