import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'

/** How often the visible part of an answer under way is saved, at most. */
export const SAVE_PARTIAL_MS: Millis = SECOND

export type PartialText = { readonly text: string; readonly thinking: string }
type Delta = PartialText & { readonly reset: boolean }

/** Holds what a model is writing right now, and saves it once a second so that a crash loses no more than that. */
export function keepPartial(clock: Clock, save: (partial: PartialText) => void): PartialKeeper {
  let partial: PartialText = { text: '', thinking: '' }
  let timer: Disposable | undefined

  const saveNow = (): void => {
    timer = undefined
    save(partial)
  }
  const cancel = (): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
  }
  return {
    current: () => partial,
    add({ text, thinking, reset }) {
      partial = reset
        ? { text, thinking }
        : { text: partial.text + text, thinking: partial.thinking + thinking }
      if (partial.text === '' && partial.thinking === '') cancel()
      else timer ??= clock.setTimer(SAVE_PARTIAL_MS, saveNow)
    },
    [Symbol.dispose]: cancel,
  }
}

export type PartialKeeper = Disposable & {
  current(): PartialText
  add(delta: Delta): void
}
