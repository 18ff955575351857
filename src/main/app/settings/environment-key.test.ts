import { expect, test } from 'vitest'
import { takeEnvironmentKeys } from './environment-key.ts'

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
  [
    "another vendor's, to that vendor alone",
    { DEEPSEEK_API_KEY: 'deep' },
    { named: 'http://n/v1', inForce: 'https://s/v1' },
    'https://api.deepseek.com',
  ],
])('%s', (_rule, env, context, origin) => {
  expect(takeEnvironmentKeys({ ...env }, context).map((key) => key.origin)).toEqual([origin])
})

test('ours goes before theirs, and both are gone from the environment', () => {
  const env: NodeJS.ProcessEnv = { ...OURS, ...THEIRS, PATH: '/bin' }

  expect(takeEnvironmentKeys(env, { named: 'https://n', inForce: '' }).map(({ key }) => key)).toEqual([
    'ours',
  ])

  expect(env).toEqual({ PATH: '/bin' })
})

test('keys of several vendors are each bound to their own, and say where they stood', () => {
  const env: NodeJS.ProcessEnv = { ANTHROPIC_API_KEY: 'a', GOOGLE_API_KEY: 'g' }

  expect(takeEnvironmentKeys(env, NONE)).toMatchObject([
    { key: 'a', origin: 'https://api.anthropic.com', variable: 'ANTHROPIC_API_KEY' },
    { key: 'g', origin: 'https://generativelanguage.googleapis.com', variable: 'GOOGLE_API_KEY' },
  ])
  expect(env).toEqual({})
})

test('a key without a place to go to is taken away all the same', () => {
  const env: NodeJS.ProcessEnv = { ...OURS }

  expect(takeEnvironmentKeys(env, NONE)).toEqual([])
  expect(env).toEqual({})
})

test('an environment without a key has none', () => {
  expect(takeEnvironmentKeys({ OPENAI_BASE_URL: 'https://p' }, NONE)).toEqual([])
})
