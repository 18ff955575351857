import { createApprovalsStore } from '../features/approvals/approvals-store.ts'
import { createBreakersStore } from '../features/breaker/breakers-store.ts'
import { createPausesStore } from '../features/breaker/pauses-store.ts'
import { createBudgetsStore } from '../features/budget/budgets-store.ts'
import { createDraftsStore } from '../features/conversation/drafts-store.ts'
import { createQueueStore } from '../features/conversation/queue-store.ts'
import { createThreadStore } from '../features/conversation/thread-store.ts'
import { createConversationsStore } from '../features/conversations/conversations-store.ts'
import { createCrewStore } from '../features/crew/crew-store.ts'
import { createDiskStore } from '../features/disk/full-disk-store.ts'
import { createRunJournalStore } from '../features/delegation/run-journal-store.ts'
import { createRunsStore } from '../features/delegation/runs-store.ts'
import { createSettingsStore } from '../features/settings/settings-store.ts'
import type { Host } from '../lib/host.ts'
import { createNavigationStore } from './navigation-store.ts'
import { createNoticesStore } from './notices-store.ts'

/** The host and one store a feature: all that the page is made of. */
export type Services = ReturnType<typeof createServices>

export const createServices = (host: Host) => ({
  host,
  navigation: createNavigationStore(),
  notices: createNoticesStore(),
  conversations: createConversationsStore(),
  approvals: createApprovalsStore(),
  breakers: createBreakersStore(),
  disk: createDiskStore(),
  crew: createCrewStore(),
  budgets: createBudgetsStore(),
  pauses: createPausesStore(),
  thread: createThreadStore(),
  queue: createQueueStore(),
  drafts: createDraftsStore(),
  runs: createRunsStore(),
  runJournal: createRunJournalStore(),
  settings: createSettingsStore(),
})
