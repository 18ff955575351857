import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WireError } from '../../../shared/errors.ts'

/** Something to tell that has no better place: an error's code, or a sentence of the catalogue. */
export type Notice = { readonly number: number } & (
  | { readonly kind: 'error'; readonly error: WireError }
  | {
      readonly kind: 'text'
      readonly text: 'folder.onlyFolders' | 'links.refused' | 'keyboard.nothingNeedsYou'
    }
)
export type Notices = { readonly shown: readonly Notice[]; readonly next: number }
export type NoticesStore = StoreApi<Notices>

/** More than this at once would hide the work beneath. */
const MOST_SHOWN = 3

type Told =
  | { readonly kind: 'error'; readonly error: WireError }
  | { readonly kind: 'text'; readonly text: Extract<Notice, { kind: 'text' }>['text'] }

export const createNoticesStore = (): NoticesStore => createStore(() => ({ shown: [], next: 1 }))

/** Shows a notice; one that says the same as another takes its place. */
export const tell = (store: NoticesStore, told: Told): void =>
  store.setState(({ shown, next }) => {
    const others = shown.filter((notice) => !saysTheSame(notice, told))
    return { shown: [...others, { ...told, number: next }].slice(-MOST_SHOWN), next: next + 1 }
  })

export const dismiss = (store: NoticesStore, number: number): void =>
  store.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.number !== number) }))

const saysTheSame = (a: Told, b: Told): boolean =>
  (a.kind === 'error' && b.kind === 'error' && a.error.code === b.error.code) ||
  (a.kind === 'text' && b.kind === 'text' && a.text === b.text)
