import type { Page } from '@playwright/test'
import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { expect, randomToken, test, TOKEN } from './fixtures/test.ts'
import { callHost } from './fixtures/window.ts'

/** A dollar for five hundred tokens: the first call of a conversation, and one of its runs, and a dollar is spent. */
const COSTLY = [{ name: MODEL_NAME, input: 2_000, output: 2_000 }]
const waiting = (gate: string, word: string): object => ({
  goal: scripted(`Wait for ${gate}.`, [`gate ${gate}`, say(word)]),
})
const handing = (...tasks: readonly object[]): string =>
  script(call('delegate', { tasks }), say('At work.'), recall(TOKEN))

async function begin(page: Page, folder: string, text: string): Promise<string> {
  const { id } = await callHost(page, 'conversation.create', { folder })
  await callHost(page, 'conversation.send', { conversationId: id, text })
  await page.getByTestId('conversation-row').first().click()
  return id
}
const rows = (page: Page, state: string) => page.locator(`[data-testid="run-row"][data-state="${state}"]`)

test('queued runs show their places, and move up', async ({ launch, models, folder }) => {
  const { page } = await launch({
    settings: {
      model: { baseUrl: models.baseUrl, name: MODEL_NAME },
      delegation: { maxConcurrentRuns: 1 },
      appearance: { language: 'en' },
    },
  })
  await begin(page, folder, handing(...['a', 'b', 'c'].map((gate) => waiting(gate, randomToken()))))
  await expect(rows(page, 'queued')).toHaveCount(2)
  await expect(rows(page, 'queued').last()).toContainText('place 2 in the queue')

  models.gates.open('a')

  await expect(rows(page, 'queued')).toHaveCount(1)
  await expect(rows(page, 'queued')).toContainText('place 1 in the queue')
  for (const gate of ['b', 'c']) models.gates.open(gate)
  await expect(rows(page, 'completed')).toHaveCount(3)
})

test('delegation is paused in the settings, said on every page, kept over a restart, and goes on at one click', async ({
  launch,
  models,
  folder,
}) => {
  const app = await launch({
    settings: {
      model: { baseUrl: models.baseUrl, name: MODEL_NAME },
      delegation: { maxConcurrentRuns: 1 },
      appearance: { language: 'en' },
    },
  })
  await begin(app.page, folder, handing(...['a', 'b'].map((gate) => waiting(gate, randomToken()))))
  await expect(rows(app.page, 'queued')).toHaveCount(1)
  await app.page.keyboard.press('Control+,')
  await app.page.getByTestId('settings-paused').click()
  await expect(app.page.getByTestId('paused')).toBeVisible()
  models.gates.open('a')
  await app.page.getByTestId('settings-back').click()
  await expect(rows(app.page, 'completed')).toHaveCount(1)
  await expect(rows(app.page, 'queued')).toHaveCount(1)
  await app.kill()

  const { page } = await launch()
  await page.getByTestId('conversation-row').first().click()
  await expect(page.getByTestId('paused')).toContainText('Delegation is paused')
  await expect(rows(page, 'queued')).toHaveCount(1)
  models.gates.open('b')
  await page.getByTestId('paused-resume').click()

  await expect(page.getByTestId('paused')).toHaveCount(0)
  await expect(rows(page, 'completed')).toHaveCount(2)
})

test('a conversation whose budget is spent waits behind a card, and goes on at one click', async ({
  launch,
  models,
  folder,
}) => {
  const token = randomToken()
  const { page } = await launch({
    settings: {
      model: { baseUrl: models.baseUrl, name: MODEL_NAME, prices: COSTLY },
      budgets: { warnDollars: 1, pauseDollars: 1 },
      appearance: { language: 'en' },
    },
  })
  const task = { goal: scripted('Look, then say.', call('list_files', {}), say(token)) }
  await begin(page, folder, script(call('delegate', { tasks: [task], wait: true }), recall(TOKEN)))

  const card = page.getByTestId('budget-card')
  await expect(card).toContainText('it pauses at $1.00')
  await expect
    .poll(async () => {
      while (await card.isVisible())
        await page
          .getByTestId('budget-raise')
          .click({ timeout: 1_000 })
          .catch(() => undefined)
      return rows(page, 'completed').count()
    })
    .toBe(1)

  await expect(page.getByText(token).last()).toBeVisible()
  await expect(page.getByTestId('run-cost').first()).toContainText('$')
})
