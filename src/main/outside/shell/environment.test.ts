import { expect, test } from 'vitest'
import { shellEnvironment } from './environment.ts'

test('only what is on the list passes, never a key', () => {
  const own = {
    PATH: '/bin',
    HOME: '/home/kim',
    LC_TIME: 'de_DE',
    LANG: 'de_DE.UTF-8',
    OPENAI_API_KEY: 'sk-x',
    MUSTER_API_KEY: 'sk-y',
    AWS_SECRET_ACCESS_KEY: 'z',
    BASH_ENV: '/tmp/x',
    LD_PRELOAD: '/tmp/x.so',
    NODE_OPTIONS: '-r x',
    ELECTRON_RUN_AS_NODE: '1',
    TZ: undefined,
  }

  expect(shellEnvironment(own)).toEqual({
    PATH: '/bin',
    HOME: '/home/kim',
    LC_TIME: 'de_DE',
    LANG: 'de_DE.UTF-8',
    TERM: 'dumb',
  })
})

test('without a language that knows all characters one is set', () => {
  expect(shellEnvironment({ LANG: 'C' })).toEqual({ LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TERM: 'dumb' })
})
