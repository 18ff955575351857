import { expect, test } from 'vitest'
import { COLLECTED_SECRETS } from '../testing/secrets/collected-secrets.ts'
import { generatedSecrets } from '../testing/secrets/generated-secrets.ts'
import { LOOK_ALIKES } from '../testing/secrets/look-alikes.ts'
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

test('every secret that was gathered is masked as it should be, and the text around it stays', () => {
  const { redact } = createRedactor()
  for (const { name, chunks, masked } of [
    ...generatedSecrets(),
    ...generatedSecrets(2),
    ...COLLECTED_SECRETS,
  ]) {
    expect(redact(chunks.join('')), name).toBe(masked)
  }
})

test('what only looks like a secret stays', () => {
  const { redact } = createRedactor()

  expect(LOOK_ALIKES.filter((text) => redact(text) !== text)).toEqual([])
})

test('masking twice is masking once', () => {
  const { redact } = createRedactor()
  for (const { name, masked } of [...generatedSecrets(), ...COLLECTED_SECRETS]) {
    expect(redact(masked), name).toBe(masked)
  }
})

test('a secret that this process holds is masked when it is broken up by what nobody sees', () => {
  const redactor = createRedactor()
  redactor.add('one two three four')

  expect(redactor.redact('say one\u200b two th\u0000ree four.')).toBe('say one tw…four.')
})

test('a line of a log stays JSON when a secret in it is masked', () => {
  const redactor = createRedactor()
  const line = JSON.stringify({ text: 'PASSWORD="a-1\\b" then\nTOKEN=abcdef0123456789abcdef', key: 'value' })

  expect(JSON.parse(redactor.redact(line))).toEqual({
    text: 'PASSWORD="[secret]" then\nTOKEN=abcdef…cdef',
    key: 'value',
  })
})
