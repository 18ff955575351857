import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'

import { MOST_PARTIAL } from './policy.ts'

/** How often the visible part of an answer under way is saved, at most. */
export const SAVE_PARTIAL_MS: Millis = SECOND

export type PartialText = { readonly text: string; readonly thinking: string }
type Delta = PartialText & { readonly reset: boolean }

const NOTHING: PartialText = { text: '', thinking: '' }

/**
 * Holds what a model is writing right now, and saves it once a second so that a crash loses no more than that.
 * @param save takes the new state over the old; nothing to show is a state, too
 */
export function keepPartial(clock: Clock, save: (partial: PartialText) => void): PartialKeeper {
  let partial = NOTHING
  let timer: Disposable | undefined
  let isSaved = false

  const saveNow = (): void => {
    timer = undefined
    isSaved = true
    save(partial)
  }
  /** What is on disk may be younger than the answer that stands in the journal by now. */
  const clear = (): void => {
    cancel()
    partial = NOTHING
    if (isSaved) save(partial)
    isSaved = false
  }
  const cancel = (): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
  }
  return {
    current: () => partial,
    clear,
    add({ text, thinking, reset }) {
      if (reset) clear()
      if (text === '' && thinking === '') return
      partial = { text: grown(partial.text, text), thinking: grown(partial.thinking, thinking) }
      timer ??= clock.setTimer(SAVE_PARTIAL_MS, saveNow)
    },
    [Symbol.dispose]: cancel,
  }
}

/** Cut only when it is twice too long: each cut copies. */
function grown(before: string, more: string): string {
  const all = before + more
  return all.length > 2 * MOST_PARTIAL ? all.slice(-MOST_PARTIAL) : all
}

export type PartialKeeper = Disposable & {
  current(): PartialText
  /** It became an entry. */
  clear(): void
  add(delta: Delta): void
}
