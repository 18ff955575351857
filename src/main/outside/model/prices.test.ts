import { expect, test } from 'vitest'
import { PRICE_LISTS } from '../../../shared/prices.ts'
import { Settings } from '../../../shared/settings.ts'
import { createPrices } from './prices.ts'

const priceOf = (model: object, name: string) => createPrices(() => Settings.parse({ model }))(name)
const OPENAI = 'https://api.openai.com/v1'

test('the list price of a vendor holds at that vendor, for the model in use and for those to turn to', () => {
  expect(priceOf({ baseUrl: OPENAI, name: 'gpt-5-mini' }, 'gpt-5-mini')).toEqual({
    input: 0.25,
    cached: 0.025,
    output: 2,
  })
  const elsewhere = { baseUrl: 'http://localhost:11434/v1', name: 'qwen3' }
  expect(priceOf({ ...elsewhere, fallbacks: [{ baseUrl: OPENAI, name: 'gpt-4o' }] }, 'gpt-4o')?.output).toBe(
    10,
  )
})

test('the same name at another host has no known price, nor has a model that is not in the list', () => {
  expect(priceOf({ baseUrl: 'https://gateway.example/v1', name: 'gpt-5-mini' }, 'gpt-5-mini')).toBeNull()
  expect(priceOf({ baseUrl: OPENAI, name: 'gpt-99' }, 'gpt-99')).toBeNull()
})

test('what is set comes first', () => {
  const prices = [{ name: 'gpt-5-mini', input: 1, output: 3 }]
  expect(priceOf({ baseUrl: OPENAI, name: 'gpt-5-mini', prices }, 'gpt-5-mini')).toEqual({
    input: 1,
    cached: 1,
    output: 3,
  })
})

test('each list says where it is from, and when', () => {
  for (const { source, asOf } of PRICE_LISTS) {
    expect(source).toMatch(/^https:\/\//)
    expect(Date.parse(asOf)).not.toBeNaN()
  }
})
