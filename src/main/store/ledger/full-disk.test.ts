import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BootId } from '../../../shared/ids.ts'
import { systemClock } from '../../platform/clock.ts'
import { canMount } from '../../testing/can-mount.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { mountSmallDisk } from '../../testing/small-disk.ts'
import { lockFolder } from './folder-lock.ts'
import { openLedger } from './open-ledger.ts'

const onSmallDisk = test.skipIf(!canMount)

function open(dataFolder: string) {
  const ledger = openLedger({
    dataFolder,
    bootId: BootId.parse('boot_1'),
    pid: 1,
    clock: systemClock,
    ids: createCountedIds(),
    priceOf: () => null,
  })
  onTestFinished(() => ledger[Symbol.asyncDispose]())
  return ledger
}

const saidOf = (folder: string) =>
  expect.objectContaining({
    code: 'disk_full',
    details: expect.objectContaining({ path: folder }) as unknown,
  })

onSmallDisk('a lock that has no room says so, and names the folder', () => {
  const disk = mountSmallDisk()
  disk.fill()

  expect(() => lockFolder(disk.folder)).toThrow(saidOf(disk.folder))
})

onSmallDisk('a new ledger that has no room says so', () => {
  const disk = mountSmallDisk()
  disk.fill()

  expect(() => open(disk.folder)).toThrow(saidOf(disk.folder))
})

onSmallDisk('a ledger that was there before says so too, and is whole when there is room again', async () => {
  const disk = mountSmallDisk()
  await openLedger({
    dataFolder: disk.folder,
    bootId: BootId.parse('boot_0'),
    pid: 1,
    clock: systemClock,
    ids: createCountedIds(),
    priceOf: () => null,
  })[Symbol.asyncDispose]()
  disk.fill()

  expect(() => open(disk.folder)).toThrow(saidOf(disk.folder))
  disk.makeRoom()
  await expect(open(disk.folder).boot.takeOver()).resolves.toBeDefined()
})

onSmallDisk('a disk that takes no further file counts as full', () => {
  const disk = mountSmallDisk('size=1m,nr_inodes=3')
  for (const name of ['one', 'two']) mkdirSync(join(disk.folder, name))

  expect(() => lockFolder(disk.folder)).toThrow(saidOf(disk.folder))
  expect(() => open(disk.folder)).toThrow(saidOf(disk.folder))
})

onSmallDisk('a body that is too large for what is left is refused as a full disk', async () => {
  const disk = mountSmallDisk('size=2m')
  const ledger = open(disk.folder)
  const { id } = await ledger.conversations.create({ folder: null, mode: 'ask', demo: false })
  const content = { kind: 'user' as const, text: 'x'.repeat(3_000_000) }

  await expect(
    ledger.journal.append({ conversationId: id, run: null, parentId: null, content, usage: null }),
  ).rejects.toEqual(saidOf(disk.folder))
})
