import type { Database } from 'better-sqlite3'
import type { Bodies } from './bodies.ts'
import { approvalsTable } from './tables/approvals.ts'
import { budgetRaisesTable } from './tables/budget-raises.ts'
import { branchesTable } from './tables/branches.ts'
import { bootsTable } from './tables/boots.ts'
import { conversationsTable } from './tables/conversations.ts'
import { delegationsTable } from './tables/delegations.ts'
import { deliveriesTable } from './tables/deliveries.ts'
import { entriesTable } from './tables/entries.ts'
import { folderTrustTable } from './tables/folder-trust.ts'
import { grantsTable } from './tables/grants.ts'
import { modelCallsTable } from './tables/model-calls.ts'
import { partialsTable } from './tables/partials.ts'
import { processesTable } from './tables/processes.ts'
import { queuedMessagesTable } from './tables/queued-messages.ts'
import { runEnds } from './tables/run-ends.ts'
import { runTransitions } from './tables/run-transitions.ts'
import { runsTable } from './tables/runs.ts'
import { takeOver } from './tables/take-over.ts'
import { turnsTable } from './tables/turns.ts'

/** Every statement of the ledger, prepared once. Inside the ledger only: the outside gets queries and commands. */
export const openTables = (db: Database, bodies: Bodies) => ({
  approvals: approvalsTable(db),
  boots: bootsTable(db),
  branches: branchesTable(db),
  budgetRaises: budgetRaisesTable(db),
  conversations: conversationsTable(db),
  delegations: delegationsTable(db),
  deliveries: deliveriesTable(db),
  entries: entriesTable(db, bodies),
  folderTrust: folderTrustTable(db),
  grants: grantsTable(db),
  modelCalls: modelCallsTable(db),
  partials: partialsTable(db),
  processes: processesTable(db),
  queuedMessages: queuedMessagesTable(db),
  runEnds: runEnds(db),
  runs: runsTable(db),
  takeOver: takeOver(db),
  transitions: runTransitions(db),
  turns: turnsTable(db),
})
export type Tables = ReturnType<typeof openTables>
