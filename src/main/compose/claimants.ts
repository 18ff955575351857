import { oneLine } from '../core/tools/one-line.ts'
import type { Claimant } from '../crew/conversation/approval-desk.ts'
import type { Announcements } from '../crew/runs/announcements.ts'
import type { Slots } from '../crew/runs/slots.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'

type Parts = { readonly ledger: Ledger; readonly announcements: Announcements; readonly slots: Slots }

/** Characters of a goal that stand for its run in a question. */
const MOST_NAME = 60

/** A run whose call is judged: it parks as `waiting` and gives its place away while a person thinks. */
export function claimantOfRun({ ledger, announcements, slots }: Parts, run: RunRow): Claimant {
  return {
    conversationId: run.conversationId,
    runId: run.id,
    name: oneLine(run.task.goal, MOST_NAME),
    folder: run.folder,
    beforeEffect: () => ledger.delegations.markSideEffect(run),
    async park() {
      await ledger.delegations.setWaiting(run)
      announcements.run(run.id)
      slots.release(run.id)
    },
    async unpark() {
      if (ledger.query.runs.find(run.id)?.state !== 'waiting') return
      await slots.retake(run.id)
      await ledger.delegations.resume(run)
      announcements.run(run.id)
    },
  }
}
