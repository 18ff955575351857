import { AppError } from '../../../shared/errors.ts'
import type { ModelEndpoint, RunHandlers, RunSpec } from '../../../shared/run-protocol.ts'
import { estimateUsage } from '../../core/agent/estimate-usage.ts'
import { toMessages } from '../../core/agent/messages.ts'
import type { Metered } from '../../store/ledger/commands/journal-commands.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'

/** What a worker wants to write, as it says. */
export type Line = Parameters<RunHandlers['journal.append']>[0]

type Parts = {
  readonly ledger: Ledger
  readonly spec: Pick<RunSpec, 'systemPrompt'>
  /** What main gave the run to ask. */
  readonly inUse: ModelEndpoint
}

/**
 * What an answer of a run took. Which model was asked main knows, and so what it costs; an answer whose worker says nothing
 * of what it took is counted here, for none is free.
 */
export function meteredAnswer(
  { ledger, spec, inUse }: Parts,
  { parentId, content, usage }: Line,
): Metered | null {
  if (content.kind !== 'assistant') return null
  const { baseUrl, model } = inUse
  if (content.model !== model) throw new AppError('invalid_input', `This run was given ${model} to ask.`)
  if (usage) return { ...usage, baseUrl }
  const messages = toMessages(spec.systemPrompt, ledger.query.entries.branch(parentId))
  return { ...estimateUsage({ messages, tools: [] }, content), baseUrl }
}
