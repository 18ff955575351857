import type { Tables } from './tables.ts'

/** What may be read from outside: synchronous, each bounded by its caller or by what one conversation holds. */
export const queriesOf = ({
  approvals,
  branches,
  budgetRaises,
  conversations,
  delegations,
  deliveries,
  entries,
  folderTrust,
  grants,
  modelCalls,
  partials,
  processes,
  queuedMessages,
  runs,
  turns,
}: Tables) => ({
  approvals: {
    find: approvals.find,
    ofCall: approvals.ofCall,
    pending: approvals.pending,
    pendingOf: approvals.pendingOf,
  },
  branches: { of: branches.of },
  budgetRaises: { find: budgetRaises.find },
  conversations: { find: conversations.find, newest: conversations.newest, head: conversations.head },
  delegations: { find: delegations.find, findCall: delegations.findCall },
  deliveries: {
    find: deliveries.find,
    pending: deliveries.pending,
    latest: deliveries.latest,
  },
  entries: { find: entries.find, branch: entries.branch },
  folderTrust: { find: folderTrust.find },
  grants: { of: grants.of },
  modelCalls: {
    ofAgent: modelCalls.ofAgent,
    ofConversation: modelCalls.ofConversation,
    ofDay: modelCalls.ofDay,
    lastModel: modelCalls.lastModel,
    conversationsOfDay: modelCalls.conversationsOfDay,
  },
  partials: { find: partials.find },
  queuedMessages: {
    of: queuedMessages.of,
  },
  processes: { ofEarlierBoots: processes.ofEarlierBoots, ofRun: processes.ofRun },
  turns: { newestStart: turns.newestStart },
  runs: runQueries(runs),
})

const runQueries = (runs: Tables['runs']) => ({
  find: runs.find,
  inState: runs.inState,
  queued: runs.queued,
  queuedIds: runs.queuedIds,
  queuePlace: runs.queuePlace,
  ofDelegation: runs.ofDelegation,
  ofConversation: runs.ofConversation,
  live: runs.live,
  liveBelow: runs.liveBelow,
  countSince: runs.countSince,
})
