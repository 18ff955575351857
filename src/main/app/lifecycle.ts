import type { App, BrowserWindow, Dialog, PowerMonitor } from 'electron'
import type { Quit, QuitAnswer } from './quit.ts'
import type { SystemTexts } from './texts.ts'

export type LifecycleParts = {
  readonly app: App
  readonly powerMonitor: PowerMonitor
  readonly quit: Quit
  /** The dock or the task list was clicked. */
  readonly onActivate: () => void
}

/** Leads every way out through `quit`; the app lives on without a window. To be called after `ready`. */
export function startLifecycle({ app, powerMonitor, quit, onActivate }: LifecycleParts): void {
  app.on('before-quit', (event) => {
    event.preventDefault()
    void quit.ask()
  })
  app.on('window-all-closed', () => undefined)
  app.on('activate', onActivate)
  powerMonitor.on('shutdown', () => void quit.now())
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void quit.now())
}

const ANSWERS: readonly QuitAnswer[] = ['keep', 'quit', 'cancel']

/** Asks what is to become of what is live. */
export async function askBeforeQuit(
  dialog: Dialog,
  { text }: SystemTexts,
  { window, live }: { window: BrowserWindow | null; live: number },
): Promise<QuitAnswer> {
  const question = {
    type: 'question' as const,
    message: text('dialogs.quitTitle', { count: live }),
    detail: text('dialogs.quitBody'),
    buttons: [text('dialogs.quitKeep'), text('dialogs.quitNow'), text('dialogs.cancel')],
    defaultId: 0,
    cancelId: 2,
  }
  const { response } = await (window
    ? dialog.showMessageBox(window, question)
    : dialog.showMessageBox(question))
  return ANSWERS[response] ?? 'cancel'
}
