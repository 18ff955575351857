import type { ToolCall } from '../../../shared/entry.ts'
import type { Decision } from '../../../shared/tool.ts'
import type { Agent } from './agent.ts'
import { callSignals } from './call-signals.ts'
import { noticeFor, REPEATED, rowsOfCalls } from './loop-guards.ts'
import type { OpenCalls } from './open-calls.ts'
import { SAME_CALL_STOP } from './policy.ts'
import type { CheckedCall, ToolContext, ToolResult } from './ports.ts'

type Job = {
  readonly call: ToolCall
  readonly check: CheckedCall
  readonly context: ToolContext
  /** How often in a row this very call has been made. */
  readonly row: number
}
type Outcome = { readonly call: ToolCall; readonly result: ToolResult; readonly durationMs: number }

/**
 * Runs the calls of one answer and journals each result in the order of the calls.
 *
 * Neighbours that only read run together; what writes or executes runs alone, after all before it.
 */
export async function runCalls(
  agent: Agent,
  { calls, answerId }: OpenCalls,
  signal: AbortSignal,
): Promise<void> {
  const signals = callSignals(signal)
  const rows = rowsOfCalls(agent.journal.entries, agent.tools.mayRepeat)
  const jobs = calls.map(({ call, callIndex }): Job => {
    const row = rows.get(call.id) ?? 1
    const check = row >= SAME_CALL_STOP ? NOT_AGAIN : agent.tools.check(call)
    return { call, check, row, context: { signal: signals.next(), callId: call.id, answerId, callIndex } }
  })
  try {
    for (const group of groupReaders(jobs)) {
      const outcomes = await Promise.all(group.map((job) => runCall(agent, job)))
      for (const outcome of outcomes) await journalResult(agent, outcome)
    }
  } finally {
    signals[Symbol.dispose]()
  }
}

/** The same jobs in the same order: readers that are neighbours together, each of the others alone. */
function groupReaders(jobs: readonly Job[]): Job[][] {
  const groups: Job[][] = []
  for (const job of jobs) {
    const before = groups.at(-1)
    if (before?.every(onlyReads) && onlyReads(job)) before.push(job)
    else groups.push([job])
  }
  return groups
}

const onlyReads = ({ check }: Job): boolean => check.ok && check.effect === 'read'

async function runCall(agent: Agent, job: Job): Promise<Outcome> {
  const begun = agent.elapsed()
  const { text, ...result } = await judgeAndRun(agent, job)
  const noted = { ...result, text: `${text}${noticeFor(job.row)}` }
  return { call: job.call, result: noted, durationMs: agent.elapsed() - begun }
}

async function judgeAndRun(agent: Agent, { call, check, context }: Job): Promise<ToolResult> {
  if (!check.ok) return check.result
  const { signal } = context
  const decision: Decision = signal.aborted ? STOPPED : await agent.permissions.decide(call, signal)
  if (decision.outcome === 'deny') return refused(decision.reason)
  if (isStopped(signal)) return refused(STOPPED.reason)
  agent.onlooker.working({ tool: call.name, target: check.target })
  return check.run(context)
}

const STOPPED = { outcome: 'deny', reason: 'Not run: stopped before it began.' } as const

/** Asked anew: much may have happened while somebody decided. */
const isStopped = (signal: AbortSignal): boolean => signal.aborted

const refused = (text: string): ToolResult => ({ ok: false, text, details: null, deliveries: [] })

const NOT_AGAIN: CheckedCall = { ok: false, result: refused(REPEATED) }

async function journalResult({ journal }: Agent, { call, result, durationMs }: Outcome): Promise<void> {
  const { ok, text, details, deliveries } = result
  await journal.append({
    kind: 'tool_result',
    callId: call.id,
    tool: call.name,
    ok,
    text,
    details,
    deliveries: [...deliveries],
    durationMs: Math.round(durationMs),
  })
}
