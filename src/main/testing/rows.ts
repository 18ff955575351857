import { ApprovalView } from '../../shared/approval.ts'
import { ConversationView } from '../../shared/conversation.ts'
import { RunView } from '../../shared/delegation.ts'
import { NO_COST } from '../../shared/cost.ts'
import { NO_USAGE } from '../../shared/usage.ts'

type Loosely<T> = { readonly [K in keyof T]?: unknown }

/** A conversation's row for a test, idle and empty but for what is given. */
export const conversationRow = (given: Loosely<ConversationView> = {}): ConversationView =>
  ConversationView.parse({
    id: 'conversation_1',
    title: 'Harbour plans',
    folder: null,
    mode: 'ask',
    turn: 'idle',
    failure: null,
    liveRuns: 0,
    needsYou: 0,
    demo: false,
    pendingDeliveries: 0,
    unread: false,
    usage: NO_USAGE,
    cost: NO_COST,
    createdAt: 0,
    updatedAt: 0,
    ...given,
  })

/** A run's row for a test: the only run of its delegation, running, but for what is given. */
export const runRow = (given: Loosely<RunView> = {}): RunView =>
  RunView.parse({
    id: 'run_1',
    delegationId: 'delegation_1',
    conversationId: 'conversation_1',
    parentRunId: null,
    taskIndex: 0,
    depth: 1,
    goal: 'Count the boats',
    agent: 'general-purpose',
    model: 'model',
    state: 'running',
    attempt: 1,
    exitReason: null,
    contract: 'none',
    accepted: 'none',
    truncated: false,
    unresponsive: false,
    stopping: false,
    quietMinutes: 0,
    modelPlace: null,
    waitsForRuns: false,
    queuePlace: null,
    activity: null,
    steps: 0,
    usage: NO_USAGE,
    cost: NO_COST,
    result: null,
    transcriptPath: '',
    createdAt: 0,
    startedAt: 0,
    lastSeenAt: 0,
    endedAt: null,
    ...given,
  })

/** A question's row for a test: one shell command that waits for an answer, but for what is given. */
export const approvalRow = (given: Loosely<ApprovalView> = {}): ApprovalView =>
  ApprovalView.parse({
    id: 'approval_1',
    conversationId: 'conversation_1',
    runId: null,
    asker: 'Muster',
    callId: 'call_1',
    tool: 'shell',
    arguments: '{"command":"ls"}',
    target: 'ls',
    reason: 'executes',
    canRemember: true,
    hash: 'hash',
    state: 'pending',
    createdAt: 0,
    ...given,
  })
