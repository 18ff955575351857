import { expect, test } from 'vitest'
import { PRICE_LISTS } from '../../../shared/prices.ts'
import { Settings } from '../../../shared/settings.ts'
import { createPrices } from './prices.ts'

const priceOf = (baseUrl: string, model: string, prices: readonly object[] = []) =>
  createPrices(() => Settings.parse({ model: { prices } }))({ baseUrl, model })
const OPENAI = 'https://api.openai.com/v1'

test('the list price of a vendor holds at that vendor, whatever the settings name', () => {
  expect(priceOf(OPENAI, 'gpt-5-mini')).toEqual({ input: 0.25, cached: 0.025, output: 2 })
})

test('the same name at another host has no known price, nor has a model that is not in the list', () => {
  expect(priceOf('https://gateway.example/v1', 'gpt-5-mini')).toBeNull()
  expect(priceOf(OPENAI, 'gpt-99')).toBeNull()
  expect(priceOf('/home/anna/script.json', 'gpt-5-mini')).toBeNull()
})

test('what is set comes first', () => {
  const prices = [{ name: 'gpt-5-mini', input: 1, output: 3 }]
  expect(priceOf(OPENAI, 'gpt-5-mini', prices)).toEqual({ input: 1, cached: 1, output: 3 })
})

test('each list says where it is from, and when', () => {
  for (const { source, asOf } of PRICE_LISTS) {
    expect(source).toMatch(/^https:\/\//)
    expect(Date.parse(asOf)).not.toBeNaN()
  }
})
