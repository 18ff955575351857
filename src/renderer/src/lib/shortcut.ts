/** A key with its modifiers. `mod` is Ctrl, on macOS Cmd. */
export type Shortcut = { readonly key: string; readonly mod?: boolean; readonly shift?: boolean }

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** True while an input method composes: then every key belongs to it. 229 is what some of them send instead. */
export const isComposing = (event: { readonly isComposing: boolean; readonly keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229

/** Whether exactly this shortcut was pressed. A sign such as `?` says by itself whether Shift is needed. */
export function matches(shortcut: Shortcut, event: KeyPress, isMac: boolean): boolean {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const other = isMac ? event.ctrlKey : event.metaKey
  const isSign = /^[^\p{L}\p{N}]$/u.test(shortcut.key)
  return (
    event.key.toLowerCase() === shortcut.key.toLowerCase() &&
    mod === (shortcut.mod ?? false) &&
    !other &&
    !event.altKey &&
    (isSign || event.shiftKey === (shortcut.shift ?? false))
  )
}

/** The keys as they stand on the keyboard, for the sheet. */
export function keysOf(shortcut: Shortcut, isMac: boolean): readonly string[] {
  const names = shortcut.key.length === 1 ? shortcut.key.toUpperCase() : shortcut.key.replace('Escape', 'Esc')
  const mod = isMac ? '⌘' : 'Ctrl'
  const shift = isMac ? '⇧' : 'Shift'
  return [...(shortcut.mod === true ? [mod] : []), ...(shortcut.shift === true ? [shift] : []), names]
}
