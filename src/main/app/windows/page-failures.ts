import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { SystemTexts } from '../texts.ts'
import { createCrashBudget } from './crash-budget.ts'

export type PageFailureParts = {
  readonly clock: Clock
  readonly logger: Logger
  readonly texts: SystemTexts
  /** Asks over this window; answers with the index of the button. */
  readonly ask: (window: BrowserWindow, question: MessageBoxOptions) => Promise<number>
}

/** Loads a page again that ended by itself, until it keeps ending; offers to when one does not answer. */
export function mendPage(window: BrowserWindow, { clock, logger, texts, ask }: PageFailureParts): void {
  const mayReload = createCrashBudget(clock)
  const { webContents } = window

  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    logger.error('page.gone', { reason, exitCode })
    if (mayReload()) return webContents.reload()
    void ask(window, lostQuestion(texts)).then((answer) => {
      if (answer === 0 && !window.isDestroyed()) webContents.reload()
    })
  })

  let recovered: AbortController | null = null
  window.on('unresponsive', () => {
    logger.warn('page.unresponsive')
    recovered ??= new AbortController()
    const { signal } = recovered
    void ask(window, { ...silentQuestion(texts), signal }).then((answer) => {
      if (answer === 1 && !signal.aborted && !window.isDestroyed()) webContents.forcefullyCrashRenderer()
    })
  })
  window.on('responsive', () => {
    recovered?.abort()
    recovered = null
  })
}

const lostQuestion = ({ text }: SystemTexts): MessageBoxOptions => ({
  type: 'error',
  message: text('dialogs.windowLostTitle'),
  detail: text('dialogs.windowLostBody'),
  buttons: [text('dialogs.tryAgain'), text('dialogs.close')],
  cancelId: 1,
})

const silentQuestion = ({ text }: SystemTexts): MessageBoxOptions => ({
  type: 'warning',
  message: text('dialogs.unresponsiveTitle'),
  detail: text('dialogs.unresponsiveBody'),
  buttons: [text('dialogs.wait'), text('dialogs.reload')],
  cancelId: 0,
})
