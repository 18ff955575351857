import type { ApprovalView } from '../../../shared/approval.ts'
import type { ConversationView } from '../../../shared/conversation.ts'
import type { RunResult, RunView } from '../../../shared/delegation.ts'
import type { Entry, EntryContent } from '../../../shared/entry.ts'
import { ApprovalId, ConversationId, DelegationId, EntryId, RunId } from '../../../shared/ids.ts'
import { NO_COST } from '../../../shared/cost.ts'
import { NO_USAGE } from '../../../shared/usage.ts'

/** A fixed moment, so that what is drawn does not depend on the day. */
export const THEN = Date.UTC(2026, 10, 30, 12, 0, 0)

export const conversationId = (name = 'c1') => ConversationId.parse(name)
export const runId = (name = 'r1') => RunId.parse(name)
export const delegationId = (name = 'd1') => DelegationId.parse(name)

export const aConversation = (changes: Partial<ConversationView> = {}): ConversationView => ({
  id: conversationId(),
  title: 'Survey the parser',
  folder: '/home/ada/parser',
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
  createdAt: THEN,
  updatedAt: THEN,
  ...changes,
})

/** An entry of a journal; its number also makes its id. */
export const anEntry = (number: number, content: EntryContent, changes: Partial<Entry> = {}): Entry => ({
  number,
  id: EntryId.parse(`e${number}`),
  conversationId: conversationId(),
  runId: null,
  parentId: number === 1 ? null : EntryId.parse(`e${number - 1}`),
  content,
  usage: null,
  createdAt: THEN + number * 1_000,
  ...changes,
})

export const userSays = (text: string): EntryContent => ({ kind: 'user', text })

export const agentSays = (
  text: string,
  calls: readonly { id: string; name: string; arguments: object }[] = [],
): EntryContent => ({
  kind: 'assistant',
  text,
  thinking: '',
  toolCalls: calls.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) })),
  model: 'qwen3-8b',
})

export const aResult = (changes: Partial<RunResult> = {}): RunResult => ({
  summary: 'Done.',
  usage: NO_USAGE,
  cost: NO_COST,
  steps: 1,
  durationMs: 1_000,
  model: 'qwen3-8b',
  toolTrace: [],
  filesRead: [],
  filesWritten: [],
  error: null,
  evidence: null,
  ...changes,
})

export const aRun = (changes: Partial<RunView> = {}): RunView => ({
  id: runId(),
  delegationId: delegationId(),
  conversationId: conversationId(),
  parentRunId: null,
  taskIndex: 0,
  depth: 1,
  goal: 'Read the grammar',
  agent: 'general-purpose',
  model: 'qwen3-8b',
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
  transcriptPath: '/home/ada/parser/.muster/delegations/d1/task-1.log',
  createdAt: THEN,
  startedAt: THEN,
  lastSeenAt: THEN,
  endedAt: null,
  ...changes,
})

export const anApproval = (changes: Partial<ApprovalView> = {}): ApprovalView => ({
  id: ApprovalId.parse('a1'),
  conversationId: conversationId(),
  runId: null,
  asker: 'Muster',
  callId: 'call-1',
  tool: 'shell',
  arguments: JSON.stringify({ command: 'npm test' }, null, 2),
  target: 'npm test',
  reason: 'executes',
  canRemember: true,
  hash: 'hash-1',
  state: 'pending',
  createdAt: THEN,
  ...changes,
})
