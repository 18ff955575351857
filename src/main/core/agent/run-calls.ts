import type { ToolCall } from '../../../shared/entry.ts'
import type { CheckedCall, ToolContext, ToolResult } from './ports.ts'
import type { Agent } from './agent.ts'

type Batch = { readonly calls: readonly ToolCall[]; readonly step: number }
type Outcome = { readonly result: ToolResult; readonly durationMs: number }

/**
 * Runs the calls of one answer and journals each result in the order of the calls.
 *
 * Neighbours that only read run together; what writes or executes runs alone, after all before it.
 */
export async function runCalls(agent: Agent, { calls, step }: Batch, signal: AbortSignal): Promise<void> {
  const checked = calls.map((call) => agent.tools.check(call))
  let reading: Promise<Outcome>[] = []
  for (const [callIndex, call] of calls.entries()) {
    const check = checked[callIndex] as CheckedCall
    const context: ToolContext = { signal, callId: call.id, step, callIndex }
    const start = (): Promise<Outcome> => runCall(agent, { call, check, context })
    if (check.ok && check.effect === 'read') {
      reading.push(start())
      const next = checked[callIndex + 1]
      if (next?.ok && next.effect === 'read') continue
    } else {
      reading = [start()]
    }
    await journalInOrder(agent, calls.slice(callIndex + 1 - reading.length, callIndex + 1), reading)
    reading = []
  }
}

async function journalInOrder(
  agent: Agent,
  calls: readonly ToolCall[],
  outcomes: Promise<Outcome>[],
): Promise<void> {
  const ended = await Promise.all(outcomes)
  for (const [index, { result, durationMs }] of ended.entries()) {
    const call = calls[index] as ToolCall
    const { ok, text, details, deliveries } = result
    await agent.journal.append({
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
}

type Job = { readonly call: ToolCall; readonly check: CheckedCall; readonly context: ToolContext }

async function runCall(agent: Agent, { call, check, context }: Job): Promise<Outcome> {
  const begun = agent.elapsed()
  const result = await judgeAndRun(agent, { call, check, context })
  return { result, durationMs: agent.elapsed() - begun }
}

async function judgeAndRun(agent: Agent, { call, check, context }: Job): Promise<ToolResult> {
  if (!check.ok) return check.result
  if (context.signal.aborted) return refused('Not run: stopped before it began.')
  const decision = await agent.permissions.decide(call, context.signal)
  if (decision.outcome === 'deny') return refused(decision.reason)
  agent.onlooker.working({ tool: call.name, target: check.target })
  return check.run(context)
}

const refused = (text: string): ToolResult => ({ ok: false, text, details: null, deliveries: [] })
