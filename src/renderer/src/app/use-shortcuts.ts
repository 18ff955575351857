import { useEffect } from 'react'
import { isComposing, matches } from '../lib/shortcut.ts'
import { SHORTCUTS, type CommandName } from './shortcuts.ts'

/** Something that floats takes Esc for itself. */
const FLOATING = '[role="dialog"], [role="menu"], [role="listbox"]'

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

/** The command that a key press asks for; null when it belongs to somebody else. */
export function commandOf(event: KeyboardEvent, isMac: boolean): CommandName | null {
  if (event.defaultPrevented || isComposing(event)) return null
  const found = SHORTCUTS.find(({ shortcut }) => matches(shortcut, event, isMac))
  if (found === undefined) return null
  if (found.command === 'sheet' && isWriting(event.target)) return null
  if (document.querySelector(FLOATING) !== null) return null
  return found.command
}

/** Listens to the whole page for the keys of the registry. */
export function useShortcuts(isMac: boolean, run: (command: CommandName) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = commandOf(event, isMac)
      if (command === null) return
      event.preventDefault()
      run(command)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isMac, run])
}
