import type { Partial } from '../../../shared/calls.ts'
import type { Entry } from '../../../shared/entry.ts'
import type { EntryId } from '../../../shared/ids.ts'

/** The part of a journal that is on screen: a conversation's own, or a run's. Oldest first. */
export type Journal = {
  readonly entries: readonly Entry[]
  readonly hasOlder: boolean
  /** What a model is writing and what is not an entry yet. */
  readonly partial: Partial
}

type Delta = { readonly text: string; readonly thinking: string; readonly reset: boolean }

export const NO_PARTIAL: Partial = { text: '', thinking: '' }
export const EMPTY_JOURNAL: Journal = { entries: [], hasOlder: false, partial: NO_PARTIAL }

/**
 * Adds what was committed. An entry that a model wrote takes the place of the partial text; one that follows an earlier
 * entry begins a branch, and what stood behind that entry goes.
 */
export function withEntry<J extends Journal>(journal: J, entry: Entry): J {
  const last = journal.entries.at(-1)
  if (last !== undefined && entry.number <= last.number) return journal
  const replaces = entry.content.kind === 'assistant' || entry.content.kind === 'interrupted'
  return {
    ...journal,
    entries: [...upTo(journal.entries, entry.parentId), entry],
    partial: replaces ? NO_PARTIAL : journal.partial,
  }
}

/** All of them when the parent is not among them: then it was not read yet. */
function upTo(entries: readonly Entry[], parentId: EntryId | null): readonly Entry[] {
  if (parentId === null) return []
  const at = entries.findLastIndex(({ id }) => id === parentId)
  return at < 0 ? entries : entries.slice(0, at + 1)
}

/** Adds what a model wrote since. */
export function withDelta<J extends Journal>(journal: J, delta: Delta): J {
  const before = delta.reset ? NO_PARTIAL : journal.partial
  return {
    ...journal,
    partial: { text: before.text + delta.text, thinking: before.thinking + delta.thinking },
  }
}

/** Puts a page of older entries in front. */
export const withOlder = <J extends Journal>(
  journal: J,
  page: { entries: readonly Entry[]; hasOlder: boolean },
): J => {
  const first = journal.entries[0]
  const older =
    first === undefined ? page.entries : page.entries.filter(({ number }) => number < first.number)
  return { ...journal, entries: [...older, ...journal.entries], hasOlder: page.hasOlder }
}
