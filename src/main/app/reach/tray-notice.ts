import type { SystemTexts } from '../texts.ts'
import type { WindowMemory } from '../windows/window-state.ts'

export type TrayNoticeParts = {
  readonly memory: WindowMemory
  readonly texts: SystemTexts
  readonly show: (notice: { readonly title: string; readonly body: string }) => void
}

/** The window was closed and everything goes on: says so the first time, and never again. */
export function tellOfTray({ memory, texts, show }: TrayNoticeParts): void {
  if (memory.state.toldOfTray) return
  memory.remember({ toldOfTray: true })
  show({ title: texts.text('notifications.staysTitle'), body: texts.text('notifications.staysBody') })
}
