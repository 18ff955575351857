import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, say, script } from '../src/main/testing/script/write-script.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { callHost, messagesOf, sendMessage, workIn } from './fixtures/window.ts'

/** What axe complains about, in words short enough to read in a failed test. */
async function complaintsAbout(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

test('axe finds nothing about versions of a message, nor while one is edited', async ({ launch }) => {
  const { page } = await launch({ settings: { appearance: { language: 'en' } } })
  await sendMessage(page, script(say('Said.')))
  await messagesOf(page, 'assistant').hover()
  await page.getByTestId('retry-answer').click()
  await page.getByTestId('versions').waitFor()
  await messagesOf(page, 'user').hover()
  expect.soft(await complaintsAbout(page)).toEqual([])
  await page.getByTestId('edit-message').click()
  expect.soft(await complaintsAbout(page)).toEqual([])
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page, ${theme}`, async ({ launch, folder }) => {
    const { page } = await launch({ settings: { appearance: { language: 'en', theme } } })
    await page.getByTestId('start').waitFor()
    expect.soft(await complaintsAbout(page)).toEqual([])

    await workIn(page, folder)
    const tasks = [{ goal: `Say something.\n${script('gate child')}` }]
    await sendMessage(
      page,
      script(
        ['think Hm.', say('Some *words* and `code`.'), call('delegate', { tasks })],
        call('shell', { command: 'true' }),
      ),
    )
    await page.getByTestId('approval-card').waitFor()
    await page.getByTestId('run-row').waitFor()
    await sendMessage(page, 'And then this.')
    await page.getByTestId('queued-message').waitFor()
    expect.soft(await complaintsAbout(page)).toEqual([])

    await page.getByTestId('run-open').click()
    await page.getByTestId('run-detail').waitFor()
    expect.soft(await complaintsAbout(page)).toEqual([])

    await page.keyboard.press('Control+,')
    await page.getByTestId('settings').waitFor()
    expect.soft(await complaintsAbout(page)).toEqual([])
  })
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the first minute, ${theme}`, async ({ launch, folder }) => {
    const { page } = await launch({
      settings: { appearance: { language: 'en', theme }, model: { baseUrl: '', name: '' } },
      env: { OPENAI_API_KEY: 'sk-1', HTTPS_PROXY: 'no://proxy' },
    })
    await page.getByTestId('found-model').waitFor()
    await page.getByTestId('notice').waitFor()
    expect.soft(await complaintsAbout(page)).toEqual([])

    writeFileSync(join(folder, 'AGENTS.md'), 'one')
    await workIn(page, folder)
    await page.getByTestId('trust-item').waitFor()
    writeFileSync(join(folder, 'AGENTS.md'), 'two')
    await page.getByTestId('trust-yes').click()
    await page.getByTestId('trust-moved').waitFor()
    await expect(page.getByTestId('trust-yes')).toBeEnabled()
    expect.soft(await complaintsAbout(page)).toEqual([])
  })
}

test('a message is written, a question answered and an answer read by keyboard alone', async ({
  launch,
  models,
  folder,
}) => {
  const token = randomToken()
  const { page } = await launch()
  await expect(page.getByTestId('composer')).toBeFocused()
  await workIn(page, folder)

  await page.keyboard.insertText(script(call('shell', { command: `echo ${token}` }), say(`done ${token}`)))
  await page.keyboard.press('Enter')
  const card = page.getByTestId('approval-card')
  await card.waitFor()
  await expect(page.getByTestId('composer')).toBeFocused()
  await tabTo(page, 'approval-card')
  await page.waitForTimeout(600)
  await page.keyboard.press('a')

  await expect(messagesOf(page, 'assistant').last()).toContainText(`done ${token}`)
  expect(
    models.calls.at(-1)?.messages.some(({ role, text }) => role === 'tool' && text.includes(token)),
  ).toBe(true)
})

/** Presses Tab until the element has the focus, in either direction. */
async function tabTo(page: Page, testId: string): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page
      .getByTestId(testId)
      .first()
      .evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return
    await page.keyboard.press('Shift+Tab')
  }
  throw new Error(`${testId} cannot be reached with the Tab key`)
}

test('Enter does not send while an input method composes', async ({ launch, models }) => {
  const { page } = await launch()
  const composer = page.getByTestId('composer')
  const devtools = await page.context().newCDPSession(page)
  await composer.focus()
  await devtools.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 })
  await composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  await devtools.send('Input.insertText', { text: '你好' })

  await expect(composer).toHaveValue('你好')
  expect(models.calls).toEqual([])
})

test('the language changes at once, and stays', async ({ launch }) => {
  const app = await launch()
  const composer = app.page.getByTestId('composer')
  await expect(composer).toHaveAttribute('aria-label', 'Message')

  const changes = [{ path: 'appearance.language', value: 'zh-CN' }]
  await callHost(app.page, 'settings.change', { changes })

  await expect(composer).toHaveAttribute('aria-label', /\p{Script=Han}/u)
  await expect(app.page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await app.close()
  const again = await launch()
  await expect(again.page.getByTestId('composer')).toHaveAttribute('aria-label', /\p{Script=Han}/u)
})

test('the theme follows the setting', async ({ launch }) => {
  const { page } = await launch({ settings: { appearance: { theme: 'light' } } })
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()

  await callHost(page, 'settings.change', { changes: [{ path: 'appearance.theme', value: 'dark' }] })

  await expect.poll(background).not.toBe(light)
})
