import { expect, test } from 'vitest'
import { isLoopback, mayCarryKey, originOf, resourceUrl } from './origin.ts'

test.each([
  ['https://api.openai.com/v1', 'https://api.openai.com'],
  ['HTTPS://API.Example:443/v1/', 'https://api.example'],
  ['http://localhost:11434/v1', 'http://localhost:11434'],
  ['ftp://example.com', null],
  ['https://name:word@example.com', null],
  ['api.openai.com/v1', null],
  ['', null],
])('the origin of %s is %s', (baseUrl, origin) => {
  expect(originOf(baseUrl)).toBe(origin)
})

test.each([
  'http://localhost:1',
  'http://127.0.0.1:8080/v1',
  'http://127.9.9.9',
  'http://[::1]:1',
  'http://a.localhost',
])('%s stays on this computer', (baseUrl) => {
  expect([isLoopback(baseUrl), mayCarryKey(baseUrl)]).toEqual([true, true])
})

test.each([
  'http://example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://192.168.1.5:11434',
  'http://notlocalhost',
])('a key is not sent to %s', (baseUrl) => {
  expect([isLoopback(baseUrl), mayCarryKey(baseUrl)]).toEqual([false, false])
})

test('a key may go anywhere over TLS', () => {
  expect(mayCarryKey('https://example.com/v1')).toBe(true)
})

test('a resource is found with and without a slash at the end', () => {
  expect([resourceUrl('https://a/v1', 'models'), resourceUrl('https://a/v1/', 'models')]).toEqual([
    'https://a/v1/models',
    'https://a/v1/models',
  ])
})
