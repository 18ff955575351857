import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { call, say, script } from '../../src/main/testing/script/write-script.ts'
import { ROOT } from '../fixtures/places.ts'
import { expect, test } from '../fixtures/test.ts'
import { callHost } from '../fixtures/window.ts'

/** Takes the pictures of `docs/screenshots` anew: the real app, in both themes and both languages. */
const LOOKS = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'zh-CN' },
  { theme: 'dark', language: 'zh-CN' },
] as const

for (const appearance of LOOKS) {
  const { theme, language } = appearance
  const suffix = language === 'en' ? theme : `${theme}-${language}`
  const take = async (page: Page, name: string): Promise<void> => {
    await page.mouse.move(0, 0)
    await page.waitForTimeout(600)
    await page.screenshot({ path: join(ROOT, 'docs', 'screenshots', `${name}-${suffix}.png`) })
  }

  test(`the first minute, ${suffix}`, async ({ launch }) => {
    const { page } = await launch({ settings: { appearance, model: { baseUrl: '', name: '' } } })
    await take(page, 'first-minute')
    await page.getByTestId('watch-demo').click()
    await expect(page.getByTestId('run-row')).toHaveCount(3)
    await page.getByTestId('run-row').first().click()
    await page.waitForTimeout(1_500)
    await take(page, 'delegation')
    await expect(page.locator('[data-testid="run-row"][data-state="completed"]')).toHaveCount(3)
    await expect(
      page.getByText(language === 'en' ? /your own folder/ : /你自己的文件夹/).first(),
    ).toBeVisible()
    await take(page, 'conversation')
  })

  test(`a question and the settings, ${suffix}`, async ({ launch, folder }) => {
    const { page } = await launch({ settings: { appearance } })
    const { id } = await callHost(page, 'conversation.create', { folder })
    await page.getByTestId('conversation-row').first().click()
    const content = '# Notes\n\n- Friday: order flour\n- Saturday: open at seven\n'
    const text = script([say('I write the notes down.'), call('write_file', { path: 'notes.md', content })])
    await callHost(page, 'conversation.rename', { conversationId: id, title: 'Notes for the weekend' })
    await callHost(page, 'conversation.send', { conversationId: id, text })
    await expect(page.getByTestId('approval-card')).toBeVisible()
    await take(page, 'question')
    await page.keyboard.press('Control+,')
    await take(page, 'settings')
  })
}
