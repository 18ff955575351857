import { expect, test } from 'vitest'
import { rehearse } from './rehearse.ts'

test('a rehearsal takes a whole answer and reaches no network', async () => {
  await expect(rehearse()).resolves.toBeUndefined()
})
