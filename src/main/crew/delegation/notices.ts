import type { Entry } from '../../../shared/entry.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'

/** What one run is to be told by the app with its next step. */
export type Notices = {
  add(text: string): void
  /** Puts all of it into the run's journal, in order, and answers with the entries. */
  take(): Promise<Entry[]>
}

/** Waits in memory: a notice is about the process that runs now, and void with it. */
export function openNotices(ledger: Ledger, run: RunRow): Notices {
  let waiting: string[] = []
  return {
    add: (text) => void waiting.push(text),
    async take() {
      const texts = waiting
      waiting = []
      const entries: Entry[] = []
      for (const text of texts) {
        const parentId = ledger.query.runs.find(run.id)?.headEntryId ?? null
        const content = { kind: 'notice' as const, text }
        entries.push(
          await ledger.journal.append({
            conversationId: run.conversationId,
            run,
            parentId,
            content,
            usage: null,
          }),
        )
      }
      return entries
    },
  }
}
