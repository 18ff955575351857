import { expect, test } from 'vitest'
import { createRedactor } from './redaction.ts'

const SHORT = 'hunter2-hunter2'
const LONG = 'sk-proj-0123456789abcdefWXYZ'

test('a short secret is masked whole, a long one keeps its ends', () => {
  const redactor = createRedactor()
  redactor.add(SHORT)
  redactor.add(LONG)

  expect(redactor.redact(`a ${SHORT} b ${LONG} c ${LONG}`)).toBe('a [secret] b sk-pro…WXYZ c sk-pro…WXYZ')
})

test('a secret that JSON spells otherwise is masked there too', () => {
  const redactor = createRedactor()
  const secret = 'pass"word\\with\nall'
  redactor.add(secret)

  expect(redactor.redact(JSON.stringify({ secret }))).not.toContain('word')
})

test('of two secrets of which one contains the other, both are masked whole', () => {
  const redactor = createRedactor()
  redactor.add(SHORT)
  redactor.add(`${SHORT}-and-more`)

  expect(redactor.redact(`${SHORT}-and-more`)).not.toContain('more-')
  expect(redactor.redact(`${SHORT}-and-more`)).not.toContain('hunter2-h')
})

test('a placeholder instead of a key masks no ordinary words', () => {
  const redactor = createRedactor()
  redactor.add('ollama')
  redactor.add('')

  expect(redactor.redact('ollama runs')).toBe('ollama runs')
})
