import { expect, test } from 'vitest'
import { createCountedIds } from './counted-ids.ts'

test('each prefix counts for itself', () => {
  const ids = createCountedIds()

  expect([ids.next('run'), ids.next('entry'), ids.next('run')]).toEqual(['run_1', 'entry_1', 'run_2'])
})
