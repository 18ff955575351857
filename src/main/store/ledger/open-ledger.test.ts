import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTemporaryLedger } from '../../testing/temporary-ledger.ts'

test.skipIf(process.platform === 'win32')('nobody else can read what is said', async () => {
  const { ledger, dataFolder } = openTemporaryLedger()
  await ledger.conversations.create({ folder: null, mode: 'ask', demo: false })

  const files = readdirSync(dataFolder).filter((name) => name.startsWith('ledger.db'))
  expect(files.map((name) => [name, statSync(join(dataFolder, name)).mode & 0o077])).toEqual(
    files.map((name) => [name, 0]),
  )
  expect(files).toContain('ledger.db-wal')
})
