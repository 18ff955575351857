import type { ElectronApplication, Page } from '@playwright/test'
import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { readLedger } from './fixtures/ledger.ts'
import type { ModelCall } from './fixtures/model-server.ts'
import { knows, taskOf, writeFacts, type Fact } from './fixtures/story.ts'
import { expect, test, TOKEN } from './fixtures/test.ts'
import { callHost, messagesOf } from './fixtures/window.ts'

type MainProcess = { shown: number }

/** From now on notifications of the system are counted instead of shown. */
const countNotifications = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(({ Notification }) => {
    Object.assign(globalThis, { shown: 0 })
    Notification.prototype.show = () => void ((globalThis as unknown as MainProcess).shown += 1)
  })

const notifications = (electron: ElectronApplication): Promise<number> =>
  electron.evaluate(() => (globalThis as unknown as MainProcess).shown)

const statesOf = async (page: Page, conversationId: never): Promise<string[]> =>
  (await callHost(page, 'conversation.open', { conversationId })).runs.map(({ state }) => state).sort()

const AT_ONCE = 5

/** Reads its file, and brings the token home. Those that begin before the account is topped up are refused once. */
const spending = ({ file }: Fact, index: number): { goal: string } => ({
  goal: scripted(`Spend on ${file}.`, call('read_file', { path: file }), [
    'gate credits',
    ...(index < AT_ONCE ? ['first 1 status 402 top up'] : []),
    recall(TOKEN),
  ]),
})

const isSpending = (request: ModelCall): boolean => taskOf(request).startsWith('Spend on')

test('eight sub-agents whose account runs out of credits wait behind one breaker and go on at one click', async ({
  launch,
  models,
  data,
  folder,
}) => {
  const facts = writeFacts(folder, 8)
  const tokens = facts.map(({ token }) => token)
  const task = script(
    call('delegate', { tasks: facts.map(spending) }),
    say('They are at work.'),
    recall(TOKEN),
  )
  const { electron, page } = await launch({ settings: { delegation: { maxConcurrentRuns: AT_ONCE } } })
  const { id } = await callHost(page, 'conversation.create', { folder })
  await callHost(page, 'conversation.send', { conversationId: id, text: task })
  await page.getByTestId('conversation-row').first().click()
  await countNotifications(electron)
  const isAtTheGate = (request: ModelCall): boolean => isSpending(request) && knows(request, ['is token_'])
  await expect.poll(() => models.calls.filter(isAtTheGate).length).toBe(AT_ONCE)
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())

  models.gates.open('credits')

  await test.step('those at work wait with their work whole, the others do not begin', async () => {
    const waiting = [...Array<string>(3).fill('queued'), ...Array<string>(AT_ONCE).fill('waiting')]
    await expect.poll(() => statesOf(page, id as never)).toEqual(waiting)
    const asked = models.calls.length
    await expect.poll(() => notifications(electron)).toBe(1)
    await page.waitForTimeout(6_000) // longer than what gathers notifications
    expect(await notifications(electron)).toBe(1)
    expect(models.calls).toHaveLength(asked)
    expect(await statesOf(page, id as never)).toEqual(waiting)
    expect((await callHost(page, 'host.snapshot', undefined)).breakers).toMatchObject([
      { code: 'model_no_credit', waiting: { turns: 0, runs: AT_ONCE }, resumesAt: null },
    ])
  })

  await test.step('one card tells of it, and one click lets all go on', async () => {
    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show())
    const card = page.getByTestId('breaker-card')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('top up')
    await card.getByTestId('breaker-resume').click()
    await expect.poll(() => statesOf(page, id as never)).toEqual(Array<string>(8).fill('completed'))
  })

  await test.step('nothing was lost, doubled or begun anew', async () => {
    for (const token of tokens) await expect(messagesOf(page, 'assistant').last()).toContainText(token)
    await expect(page.getByTestId('breaker-card')).toHaveCount(0)
    const runs = readLedger<{ state: string; attempt: number; steps: number }>(
      data,
      'select state, attempt, steps from delegation_runs',
    )
    expect(runs).toEqual(Array(8).fill({ state: 'completed', attempt: 1, steps: 2 }))
    expect(models.calls.filter(isSpending), 'two steps each, and one refusal').toHaveLength(8 * 2 + AT_ONCE)
    expect(readLedger(data, "select 1 from entries where kind = 'delivery'")).toHaveLength(1)
  })
})
