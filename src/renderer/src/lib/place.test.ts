import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

test.each(['http://localhost:11434/v1', 'http://127.0.0.1:1234', 'http://[::1]:8080/v1', 'http://127.8.0.1'])(
  '%s is this computer',
  (url) => {
    expect(placeOf(url)).toEqual({ kind: 'this-computer' })
  },
)

test('a name that only looks like this computer is a host', () => {
  expect(placeOf('https://localhost.example.com/v1')).toEqual({ kind: 'host', host: 'localhost.example.com' })
  expect(placeOf('https://127.0.0.1.example.com')).toEqual({ kind: 'host', host: '127.0.0.1.example.com' })
})

test.each(['', 'api.openai.com', 'file:///etc'])('%j is nowhere', (url) => {
  expect(placeOf(url)).toEqual({ kind: 'none' })
})
