import type { Details, ErrorCode } from '../../../shared/errors.ts'
import type { Agent } from './agent.ts'
import { askModel } from './ask-model.ts'
import { findLoop } from './loop-guards.ts'
import { countSteps, endsInAnswer, openCalls } from './open-calls.ts'
import type { Journal } from './ports.ts'
import { runCalls } from './run-calls.ts'

/** How the loop ended; a person's stop and a model's failure are ends like any other. */
export type AgentEnd =
  | { readonly reason: 'completed' | 'max_steps' | 'stopped' }
  | { readonly reason: 'error'; readonly code: ErrorCode; readonly details: Details }

/**
 * Asks the model, journals its answer, runs the tools it asks for, and again, until it has nothing left to ask.
 *
 * A step begins only when the one before is on disk. Calls that a journal was left with are run first, and an answer that
 * it was left with is not asked for again: what waited goes on after a restart like anything else.
 * @throws only what the journal throws: without it nothing may go on
 */
export async function runAgent(agent: Agent, signal: AbortSignal): Promise<AgentEnd> {
  const isStopped = (): boolean => signal.aborted
  for (let steps = 0; ; steps++) {
    await runCalls(agent, openCalls(agent.journal.entries), signal)
    if (isStopped()) return { reason: 'stopped' }
    const loop = findLoop(agent.journal.entries, agent.tools.mayRepeat)
    if (loop) return { reason: 'error', code: 'model_loop', details: loop }
    await agent.inbox.take(false, signal)
    if (!endsInAnswer(agent.journal.entries)) {
      if (steps >= agent.maxSteps) return { reason: 'max_steps' }
      const answer = await askModel(agent, signal)
      if (answer.type === 'failed') {
        const { code, details } = answer.failure
        return code === 'stopped' ? { reason: 'stopped' } : { reason: 'error', code, details }
      }
      if (answer.toolCalls.length > 0) continue
    }
    const hasMore = await agent.inbox.take(true, signal)
    if (isStopped()) return { reason: 'stopped' }
    if (!hasMore) return { reason: 'completed' }
  }
}

/** Steps a journal has seen, for limits that count over restarts. */
export const stepsSoFar = (journal: Journal): number => countSteps(journal.entries)
