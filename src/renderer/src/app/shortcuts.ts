import type { Shortcut } from '../lib/shortcut.ts'

/** What the keyboard can ask for. The names are those of the catalogue under `keyboard`. */
export type CommandName =
  | 'newConversation'
  | 'openFolder'
  | 'nextNeedsYou'
  | 'sidebar'
  | 'inspector'
  | 'settings'
  | 'stop'
  | 'panes'
  | 'panesBack'
  | 'sheet'

/** Keys that hold everywhere, in the order of the sheet. `?` alone is left to a field that is being written in. */
export const SHORTCUTS: readonly { readonly command: CommandName; readonly shortcut: Shortcut }[] = [
  { command: 'newConversation', shortcut: { key: 'n', mod: true } },
  { command: 'openFolder', shortcut: { key: 'o', mod: true } },
  { command: 'nextNeedsYou', shortcut: { key: 'j', mod: true } },
  { command: 'sidebar', shortcut: { key: 'b', mod: true } },
  { command: 'inspector', shortcut: { key: 'b', mod: true, shift: true } },
  { command: 'settings', shortcut: { key: ',', mod: true } },
  { command: 'panes', shortcut: { key: 'F6' } },
  { command: 'panesBack', shortcut: { key: 'F6', shift: true } },
  { command: 'stop', shortcut: { key: 'Escape' } },
  { command: 'sheet', shortcut: { key: '?' } },
]

/** Keys that belong to one place; listed in the sheet, handled where they stand. */
export const LOCAL_SHORTCUTS = [
  { name: 'send', shortcut: { key: 'Enter' } },
  { name: 'newLine', shortcut: { key: 'Enter', shift: true } },
  { name: 'approve', shortcut: { key: 'A' } },
  { name: 'deny', shortcut: { key: 'D' } },
] as const
