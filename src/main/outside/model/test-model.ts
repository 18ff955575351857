import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelFailure } from '../../core/agent/ports.ts'
import type { Clock, Millis } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createOpenAiModel } from './openai-model.ts'
import { TEST_QUIET_MS } from './policy.ts'

export type TestOutcome = {
  readonly latencyMs: Millis
  /** What the model answered; empty when it did not. */
  readonly reply: string
  readonly failure: ModelFailure | null
}

export type TestModelOptions = {
  readonly endpoint: ModelEndpoint
  readonly clock: Clock
  readonly ids: Ids
  readonly signal: AbortSignal
}

/** Makes one real, small request, the way an agent would. Never throws. */
export async function testModel({ endpoint, clock, ids, signal }: TestModelOptions): Promise<TestOutcome> {
  const model = createOpenAiModel({ endpoint, clock, ids, quietMs: TEST_QUIET_MS })
  const begun = clock.elapsed()
  let outcome: Omit<TestOutcome, 'latencyMs'> = { reply: '', failure: null }
  for await (const event of model.stream(
    { messages: [{ role: 'user', text: QUESTION }], tools: [] },
    signal,
  )) {
    if (event.type === 'done') outcome = { reply: event.text, failure: null }
    if (event.type === 'failed') outcome = { reply: '', failure: event.failure }
  }
  return { latencyMs: Math.round(clock.elapsed() - begun), ...outcome }
}

const QUESTION = 'Reply with one word: ready'
