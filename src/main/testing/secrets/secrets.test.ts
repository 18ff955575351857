import { expect, test } from 'vitest'
import { COLLECTED_SECRETS } from './collected-secrets.ts'
import { generatedSecrets, UNSEEN } from './generated-secrets.ts'
import { LOOK_ALIKES } from './look-alikes.ts'
import type { SecretCase } from './secret-case.ts'

const all = [...generatedSecrets(), ...COLLECTED_SECRETS]

/** As its reader sees it: without what nobody sees, and in one piece. */
const seen = ({ chunks }: SecretCase): string =>
  UNSEEN.reduce((text, unseen) => text.replaceAll(unseen, ''), chunks.join(''))

test('there are enough of each: generated, collected, and what only looks so', () => {
  expect(generatedSecrets().length).toBeGreaterThan(1_000)
  expect(COLLECTED_SECRETS.length).toBeGreaterThanOrEqual(50)
  expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(50)
})

test('each secret can be read before, and not after', () => {
  expect(all.filter((each) => !seen(each).includes(each.secret)).map(({ name }) => name)).toEqual([])
  expect(all.filter((each) => each.masked.includes(each.secret)).map(({ name }) => name)).toEqual([])
})

test('no case stands twice', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(LOOK_ALIKES).size).toBe(LOOK_ALIKES.length)
})

test('the same list comes each time, and another with another seed', () => {
  expect(generatedSecrets()).toEqual(generatedSecrets())
  expect(generatedSecrets(2)).not.toEqual(generatedSecrets())
})
