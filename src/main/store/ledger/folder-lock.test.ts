import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { lockFolder } from './folder-lock.ts'

const NODE = join(import.meta.dirname, '../../../../node_modules/.bin/node')
const HOLDER = join(import.meta.dirname, '../../testing/lock-holder.ts')

/** A real process that holds the folder's lock. */
async function startHolder(folder: string): Promise<ChildProcess> {
  const holder = fork(HOLDER, [folder], { execPath: NODE })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder, 'message')
  return holder
}

test('a second process is refused', async () => {
  const folder = temporaryFolder()
  await startHolder(folder)

  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'data_in_use' }))
})

test('the lock ends with its process, however that ends', async () => {
  const folder = temporaryFolder()
  const holder = await startHolder(folder)

  holder.kill('SIGKILL')
  await once(holder, 'exit')

  lockFolder(folder)[Symbol.dispose]()
})

test('a lock that was given back can be taken again', () => {
  const folder = temporaryFolder()
  lockFolder(folder)[Symbol.dispose]()

  lockFolder(folder)[Symbol.dispose]()
})

test('a folder that cannot hold a lock is not said to be in use', () => {
  expect(() => lockFolder(join(temporaryFolder(), 'missing'))).toThrow(
    expect.objectContaining({ code: 'data_unreadable' }),
  )
})
