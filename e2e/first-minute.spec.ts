import type { Page } from '@playwright/test'
import { DEFAULT_SIZE, MIN_SIZE } from '../src/main/app/windows/bounds.ts'
import type { RunningApp } from './fixtures/app.ts'
import { expect, test } from './fixtures/test.ts'
import { callHost } from './fixtures/window.ts'

const NOTHING_SET = { model: { baseUrl: '', name: '' } }

/** Keys of three vendors make the fullest first screen that most people will see. */
const KEYS = { OPENAI_API_KEY: 'sk-1', ANTHROPIC_API_KEY: 'sk-ant-1', DEEPSEEK_API_KEY: 'sk-2' }

/** The smallest screen that all of it has to fit on at once. Source: visual language. */
const SMALL = { width: 900, height: 640 }

/** Sizes at which it may have to be scrolled, and magnification. */
const TIGHT = [
  [SMALL, 1.5],
  [MIN_SIZE, 1],
  [MIN_SIZE, 1.5],
] as const

async function resize({ electron, page }: RunningApp, size: typeof MIN_SIZE, zoom = 1): Promise<void> {
  await electron.evaluate(
    ({ BrowserWindow }, [{ width, height }, factor]) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.setContentSize(width, height)
      window?.webContents.setZoomFactor(factor)
    },
    [size, zoom] as const,
  )
  const width = Math.round(size.width / zoom)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
}

/** Whatever can be pressed or written into and is not what stands at its own centre; all that sticks out of the window. */
const obstructedIn = (page: Page, scroll: boolean): Promise<string[]> =>
  page.evaluate((mayScroll) => {
    const nameOf = (element: Element): string =>
      element.getAttribute('data-testid') ?? element.getAttribute('aria-label') ?? element.textContent
    return [...document.querySelectorAll('button, textarea, a, input')].flatMap((element) => {
      if (mayScroll) element.scrollIntoView({ block: 'nearest' })
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (!element.contains(hit))
        return [`${nameOf(element)} under ${hit === null ? 'nothing' : nameOf(hit)}`]
      return left < 0 || right > innerWidth ? [`${nameOf(element)} beyond the edge`] : []
    })
  }, scroll)

for (const language of ['en', 'zh-CN'] as const) {
  test(`nothing of the first screen lies under anything else, ${language}`, async ({ launch }) => {
    const env = { ...KEYS, HTTPS_PROXY: 'no://proxy' } // of which a notice tells
    const app = await launch({ settings: { ...NOTHING_SET, appearance: { language } }, env })
    const { page } = app
    await expect(page.getByTestId('found-model')).toHaveCount(3)
    await expect(page.getByTestId('notice')).toBeVisible()
    for (const size of [DEFAULT_SIZE, SMALL]) {
      await resize(app, size)
      expect(await obstructedIn(page, false), `with a notice, ${size.width} wide`).toEqual([])
    }
    await page.getByTestId('notice').getByRole('button').click()
    for (const theme of ['light', 'dark'] as const) {
      await callHost(page, 'settings.change', { changes: [{ path: 'appearance.theme', value: theme }] })
      for (const size of [DEFAULT_SIZE, SMALL]) {
        await resize(app, size)
        expect(await obstructedIn(page, false), `${theme}, ${size.width} wide`).toEqual([])
      }
      for (const [size, zoom] of TIGHT) {
        await resize(app, size, zoom)
        expect(await obstructedIn(page, true), `${theme}, ${size.width} wide, ${zoom} times`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      }
    }
  })
}
