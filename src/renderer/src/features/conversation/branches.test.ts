import { expect, test } from 'vitest'
import { EntryId } from '../../../../shared/ids.ts'
import { anEntry, userSays } from '../../testing/builders.ts'
import { versionsOf, withVersion } from './branches.ts'

const id = (name: string) => EntryId.parse(name)

test('an entry alone behind its parent has no versions', () => {
  const entry = anEntry(2, userSays('a'))
  expect(versionsOf([], entry)).toBeNull()
  expect(versionsOf([{ parentId: id('e1'), entryIds: [id('e2')] }], entry)).toBeNull()
})

test('an answer that comes in beside an old one is a version, once', () => {
  const fork = { parentId: id('e1'), entryIds: [id('old')] }
  const entry = anEntry(2, userSays('a'))
  const branches = withVersion(withVersion([fork], entry), entry)
  expect(versionsOf(branches, entry)).toEqual(['old', 'e2'])
})

test('an entry that follows another parent changes nothing', () => {
  const branches = [{ parentId: id('e1'), entryIds: [id('e2')] }]
  expect(withVersion(branches, anEntry(4, userSays('a')))).toEqual(branches)
})
