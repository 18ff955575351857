import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { call, recall, say, script } from '../src/main/testing/script/write-script.ts'
import { readLedger } from './fixtures/ledger.ts'
import { isReading, readingTask, writeFacts } from './fixtures/story.ts'
import { expect, randomToken, test as base, TOKEN } from './fixtures/test.ts'
import { callHost, messagesOf, sendMessage } from './fixtures/window.ts'

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0

/** Data on a disk of its own, small enough to be filled. Chromium's profile takes the most of it. */
const test = base.extend<{ readonly disk: { fill(): void; makeRoom(): void } }>({
  disk: async ({ data }, use, info) => {
    info.skip(!mount('-t', 'tmpfs', '-o', 'size=48m', 'none', data), 'needs root on Linux')
    const filler = join(data, 'filler')
    await use({
      fill: () => fillUp(filler),
      makeRoom: () => rmSync(filler),
    })
    spawnSync('umount', ['-l', data])
  },
})

/** Writes until the disk takes not even one byte more. */
function fillUp(path: string): void {
  const file = openSync(path, 'a')
  for (const size of [1_000_000, 4_096, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown
    }
  }
  closeSync(file)
}

test('a message that cannot be written stays where it was typed', async ({ disk, launch, models }) => {
  const token = randomToken()
  const { page } = await launch()
  await sendMessage(page, script(say('hello')))
  await expect(messagesOf(page, 'assistant').last()).toContainText('hello')
  disk.fill()
  const message = script(say(token))

  await expect(async () => {
    disk.fill() // what Chromium frees meanwhile is taken too
    await sendMessage(page, message)
    await expect(page.getByTestId('send-problem')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByTestId('send-problem').getByTestId('failure')).toHaveAttribute(
    'data-code',
    'disk_full',
  )
  await expect(page.getByTestId('composer')).toHaveValue(message)
  expect(models.calls).toHaveLength(1)
  disk.makeRoom()
  await page.getByTestId('composer').press('Enter')

  await expect(messagesOf(page, 'assistant').last()).toContainText(token)
  await expect(messagesOf(page, 'user')).toHaveCount(2)
  await expect(page.getByTestId('composer')).toHaveValue('')
})

test('a result that cannot be written is kept, and delivered when there is room again', async ({
  disk,
  launch,
  models,
  data,
  folder,
}) => {
  const [fact] = writeFacts(folder, 1)
  if (!fact) throw new Error('no fact')
  const task = readingTask(fact)
  const goal = { goal: task.goal.replace('recall ', 'gate answer\nrecall ') }
  const { page } = await launch()
  const { id } = await callHost(page, 'conversation.create', { folder })
  await page.getByTestId('conversation-row').first().click()
  await sendMessage(page, script(call('delegate', { tasks: [goal] }), say('At work.'), recall(TOKEN)))
  const atTheGate = (): number => models.calls.filter((request) => isReading(request, fact)).length
  await expect.poll(atTheGate).toBe(2)
  await expect(messagesOf(page, 'assistant').last()).toContainText('At work.')
  disk.fill()

  models.gates.open('answer')
  await page.waitForTimeout(3_000)
  const { runs } = await callHost(page, 'conversation.open', { conversationId: id })
  expect(runs.map(({ endedAt }) => endedAt)).toEqual([null])
  disk.makeRoom()

  await expect(messagesOf(page, 'assistant').last()).toContainText(fact.token)
  await expect(messagesOf(page, 'delivery')).toHaveCount(1)
  const rows = readLedger<{ state: string; result: string }>(
    data,
    'select state, result from delegation_runs',
  )
  expect(rows.map(({ state }) => state)).toEqual(['completed'])
  expect(rows[0]?.result).toContain(fact.token)
})
