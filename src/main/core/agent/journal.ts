import type { Entry, EntryContent } from '../../../shared/entry.ts'
import type { EntryId } from '../../../shared/ids.ts'
import type { CallUsage } from '../../../shared/usage.ts'
import type { Journal } from './ports.ts'

/** Commits one entry below a head; resolves when it is on disk. */
export type AppendBelow = (
  parentId: EntryId | null,
  content: EntryContent,
  usage: CallUsage | null,
) => Promise<Entry>

/** A journal that grows only by what was confirmed; `adopt` takes in what somebody else committed below its head. */
export type GrowingJournal = Journal & {
  readonly head: EntryId | null
  adopt(entries: readonly Entry[]): void
}

/** Keeps what a call took that brought nothing. */
export type ChargeFor = Journal['charge']

export function growJournal(
  soFar: readonly Entry[],
  appendBelow: AppendBelow,
  charge: ChargeFor,
): GrowingJournal {
  const entries = [...soFar]
  return {
    entries,
    charge,
    get head() {
      return entries.at(-1)?.id ?? null
    },
    async append(content, usage = null) {
      const entry = await appendBelow(entries.at(-1)?.id ?? null, content, usage)
      entries.push(entry)
      return entry
    },
    adopt: (more) => void entries.push(...more),
  }
}
