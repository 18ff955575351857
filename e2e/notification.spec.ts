import type { ElectronApplication } from '@playwright/test'
import { call, say, script } from '../src/main/testing/script/write-script.ts'
import { readingTask, writeFacts } from './fixtures/story.ts'
import { expect, test } from './fixtures/test.ts'
import { callHost } from './fixtures/window.ts'

type Shown = { title: string; body: string; emit(event: string): void }
type MainProcess = { readonly shown: Shown[] }

/** From now on notifications of the system are caught instead of shown. */
const catchNotifications = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(({ Notification }) => {
    const shown: unknown[] = []
    Object.assign(globalThis, { shown })
    Notification.prototype.show = function show() {
      shown.push(this)
    }
  })

const notificationsIn = (electron: ElectronApplication): Promise<{ title: string; body: string }[]> =>
  electron.evaluate(() =>
    (globalThis as unknown as MainProcess).shown.map(({ title, body }) => ({ title, body })),
  )

for (const { looking, expected } of [
  { looking: false, expected: 1 },
  { looking: true, expected: 0 },
]) {
  test(`a finished delegation is announced ${looking ? 'to nobody who looks at it' : 'once when nobody looks, and a click shows it'}`, async ({
    launch,
    models,
    folder,
  }) => {
    const tasks = writeFacts(folder, 2).map((fact) => readingTask(fact, 'gate work'))
    const task = script(call('delegate', { tasks }), say('They are at work.'), 'echo')
    const { electron, page } = await launch({ settings: { delegation: { maxConcurrentRuns: 2 } } })
    await catchNotifications(electron)
    const { id } = await callHost(page, 'conversation.create', { folder })
    await callHost(page, 'conversation.send', { conversationId: id, text: task })
    await page.getByTestId('conversation-row').first().click()
    await expect(page.getByTestId('run-row')).toHaveCount(2)
    await electron.evaluate(({ BrowserWindow }, isLooking) => {
      const [window] = BrowserWindow.getAllWindows()
      if (isLooking) window?.focus()
      else window?.hide()
    }, looking)

    models.gates.open('work')
    const deliveries = async (): Promise<number> =>
      (await callHost(page, 'conversation.open', { conversationId: id })).entries.filter(
        ({ content }) => content.kind === 'delivery',
      ).length
    await expect.poll(deliveries).toBe(1)
    await page.waitForTimeout(6_000) // several within five seconds are one

    expect(await notificationsIn(electron)).toHaveLength(expected)
    if (looking) return
    await electron.evaluate(() => (globalThis as unknown as MainProcess).shown[0]?.emit('click'))
    await expect
      .poll(() => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
      .toBe(true)
    await expect(page.getByTestId('thread')).toBeVisible()
  })
}
