import { expect, test } from 'vitest'
import { waysOn } from './ways-on.ts'

const at = (host: string, name: string) => ({ baseUrl: `https://${host}.example/v1`, name })
const origin = 'https://models.example'
const current = at('models', 'one')
const [sibling, other] = [at('models', 'two'), at('other', 'one')]
const fallbacks = [current, sibling, other]

test('what refuses is no way on: neither the model in use nor another behind the same account', () => {
  expect(waysOn({ origin, code: 'model_no_credit' }, { current, fallbacks })).toEqual([other])
})

test('where one model is refused, another of the same endpoint is a way on', () => {
  expect(waysOn({ origin, code: 'model_forbidden' }, { current, fallbacks })).toEqual([sibling, other])
})

test('what was given a model of another endpoint by name finds no way on in the list', () => {
  const elsewhere = 'https://elsewhere.example'
  expect(waysOn({ origin: elsewhere, code: 'model_no_credit' }, { current, fallbacks })).toEqual([])
})
