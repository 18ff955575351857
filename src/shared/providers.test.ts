import { expect, test } from 'vitest'
import { guessProviders, PROVIDERS, providerAt } from './providers.ts'

const hex = '0123456789abcdef0123456789abcdef'

test.each([
  ['sk-proj-abc_DEF-123', ['openai']],
  ['sk-abcdT3BlbkFJefgh', ['openai']],
  ['sk-ant-api03-xyz', ['anthropic']],
  ['sk-or-v1-xyz', ['openrouter']],
  [`AIza${'a'.repeat(35)}`, ['gemini']],
  [`${hex}.abcdefghijklmnop`, ['glm']],
  [`  sk-${hex} `, ['deepseek', 'qwen']],
  [`sk-${'aB3'.repeat(16)}`, ['kimi']],
  [`sk-${'abc'.repeat(16)}`, ['kimi', 'siliconflow']],
  ['correct horse', []],
  ['', []],
])('the key %s may be of %j', (key, ids) => {
  expect(guessProviders(key).map(({ id }) => id)).toEqual(ids)
})

test('a vendor is known by its host, whatever the path', () => {
  expect(providerAt('https://api.openai.com/v2/')?.id).toBe('openai')
  expect(providerAt('https://api.openai.com.example.org/v1')).toBeUndefined()
  expect(providerAt('not an address')).toBeUndefined()
})

test('every key travels over https, and no two vendors share a variable', () => {
  const variables = PROVIDERS.flatMap((provider) => provider.variables)

  expect(
    PROVIDERS.every(({ baseUrl, keysUrl }) => [baseUrl, keysUrl].every((url) => url.startsWith('https://'))),
  ).toBe(true)
  expect(new Set(variables).size).toBe(variables.length)
})
