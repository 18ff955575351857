import type { ToolAbility } from '../../../shared/found-models.ts'
import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelEvent, ModelFailure, ToolSignature } from '../../core/agent/ports.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createOpenAiModel } from './openai-model.ts'
import { TEST_QUIET_MS } from './policy.ts'

export type ProbeOutcome =
  | { readonly ok: true; readonly ability: ToolAbility }
  | { readonly ok: false; readonly failure: ModelFailure }

export type ProbeOptions = {
  readonly endpoint: ModelEndpoint
  readonly clock: Clock
  readonly ids: Ids
  readonly signal: AbortSignal
}

const TOOL: ToolSignature = {
  name: 'report_word',
  description: 'Reports one word.',
  parameters: {
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  },
}

/** Makes one real request with one trivial tool and looks at how the model calls it. Never throws. */
export async function probeModel({ endpoint, clock, ids, signal }: ProbeOptions): Promise<ProbeOutcome> {
  const model = createOpenAiModel({ endpoint, clock, ids, quietMs: TEST_QUIET_MS })
  const word = ids.next('word')
  const text = `Call the tool ${TOOL.name} with the word ${word}. Say nothing else.`
  for await (const event of model.stream({ messages: [{ role: 'user', text }], tools: [TOOL] }, signal)) {
    if (event.type === 'done') return { ok: true, ability: abilityOf(event, word) }
    if (event.type === 'failed') return verdictOn(event.failure)
  }
  return { ok: false, failure: { code: 'model_cut', details: {}, retryAfterMs: null } }
}

function abilityOf({ toolCalls, text }: Extract<ModelEvent, { type: 'done' }>, word: string): ToolAbility {
  const [call] = toolCalls
  if (call === undefined) return text.includes(TOOL.name) ? 'calls_badly' : 'cannot'
  return toolCalls.length === 1 && call.name === TOOL.name && wordIn(call.arguments) === word
    ? 'calls'
    : 'calls_badly'
}

function wordIn(json: string): unknown {
  try {
    const value = JSON.parse(json) as { word?: unknown } | null
    return value?.word
  } catch {
    return undefined
  }
}

/** Servers refuse a request with tools for a model that knows none, and say so. */
const verdictOn = (failure: ModelFailure): ProbeOutcome =>
  failure.code === 'model_rejected' && /\btools?\b/i.test(String(failure.details['message'] ?? ''))
    ? { ok: true, ability: 'cannot' }
    : { ok: false, failure }
