import type { DeliveryView } from '../../../shared/delegation.ts'
import type { ContentOf, Entry } from '../../../shared/entry.ts'
import type { ConversationId, EntryId } from '../../../shared/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { Announcements } from '../runs/announcements.ts'
import { deliveryText } from './delivery-text.ts'
import type { Settlements } from './settlements.ts'
import type { Transcripts } from './transcripts.ts'
import { waitUntilSettled } from './wait-until.ts'

export type InboxPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly ids: Ids
  readonly announcements: Announcements
  readonly settlements: Settlements
  readonly transcripts: Transcripts
}

/** What has come in for a conversation or a run, put into its journal where that can take it. */
export type Inbox = {
  /** Delivers what is pending, each exactly once, and answers with the entries. */
  takeForConversation(id: ConversationId): Promise<Entry[]>
  take(run: RunRow): Promise<Entry[]>
  /** Whether children of the run are still at work. */
  hasMoreToCome(run: RunRow): boolean
  /** Resolves when a result for the run is pending, none is to come any more, or `signal` aborts. */
  untilSomethingCame(run: RunRow, signal: AbortSignal): Promise<void>
}

export function createInbox(ports: InboxPorts): Inbox {
  const { ledger, clock, ids, announcements, settlements, transcripts } = ports

  const contentOf = ({ id, delegationId, runIds }: DeliveryView): ContentOf<'delivery'> => ({
    kind: 'delivery',
    deliveryId: id,
    delegationId,
    runIds,
    boundary: ids.next('results'),
    text: deliveryText(
      delegationId,
      runIds.flatMap((runId) => ledger.query.runs.find(runId) ?? []),
      clock.now(),
    ),
  })

  async function deliverAll(conversationId: ConversationId, run: RunRow | null): Promise<Entry[]> {
    const taken: Entry[] = []
    for (const delivery of ledger.query.deliveries.pending(conversationId, run?.id ?? null)) {
      const parentId = headOf(conversationId, run)
      const content = contentOf(delivery)
      const entry = await ledger.journal.deliver({ conversationId, run, parentId, content, usage: null })
      if (!entry) continue
      taken.push(entry)
      announcements.entry(entry)
      announcements.delivery({ ...delivery, state: 'delivered' })
      if (run) transcripts.entry(run, entry)
    }
    return taken
  }
  function headOf(conversationId: ConversationId, run: RunRow | null): EntryId | null {
    if (run === null) return ledger.query.conversations.head(conversationId)
    return ledger.query.runs.find(run.id)?.headEntryId ?? null
  }
  const liveChildren = (run: RunRow): RunRow[] =>
    ledger.query.runs.liveBelow(run.conversationId, run.path).filter((child) => child.parentRunId === run.id)
  const isWaited = (run: RunRow): boolean =>
    ledger.query.deliveries.pending(run.conversationId, run.id).length === 0

  return {
    takeForConversation: (id) => deliverAll(id, null),
    take: (run) => deliverAll(run.conversationId, run),
    hasMoreToCome: (run) => liveChildren(run).length > 0,
    untilSomethingCame: (run, signal) =>
      waitUntilSettled(() => (isWaited(run) ? liveChildren(run).map(({ id }) => id) : []), {
        clock,
        settlements,
        signal,
        timeoutMs: null,
      }),
  }
}
