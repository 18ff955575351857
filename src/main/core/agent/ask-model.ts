import type { CallUsage } from '../../../shared/usage.ts'
import type { Agent } from './agent.ts'
import { callInText } from './call-in-text.ts'
import { estimateUsage, type Seen } from './estimate-usage.ts'
import { toMessages } from './messages.ts'
import { countSteps } from './open-calls.ts'
import type { ModelEvent, ModelFailure, ModelRequest } from './ports.ts'
import { FIRST_RETRY_MS } from './policy.ts'
import { recoveryFrom, type Recovery } from './recovery.ts'

export type Answer = Exclude<ModelEvent, { type: 'delta' }>
type Failed = Extract<Answer, { type: 'failed' }>

/**
 * One step's answer, asked for as often as it takes and may: what passes is tried again, what concerns the account or the
 * way to the endpoint waits behind the breaker; what sleep cut off costs no try. Only the outcome is journaled; of an
 * answer that never ended, what was last seen of it is kept.
 */
export async function askModel(agent: Agent, signal: AbortSignal): Promise<Answer> {
  let seen = NOTHING
  let failures = 0
  for (;;) {
    const begun = agent.elapsed()
    const attempt = await askOnce(agent, signal)
    const { answer } = attempt
    if (!isNothing(attempt.seen)) seen = attempt.seen
    if (answer.type === 'done') {
      agent.endpoint.answered()
      return journaled(agent, withCallInText(agent, answer), tookOf(attempt))
    }
    const took = tookOf(attempt)
    if (took) await agent.journal.charge(took)
    agent.onlooker.streamed(RESET)
    const { failure } = answer
    const isCut = isCutBySleep(failure) && agent.hasSlept(begun)
    if (!isCut) failures += 1
    const next = isCut
      ? await askAgain(agent, { failure, afterMs: FIRST_RETRY_MS }, signal)
      : await recover(agent, { failure, failures }, signal)
    if (next === 'give_up' || signal.aborted) {
      if (!isNothing(seen)) await agent.journal.append({ kind: 'interrupted', ...seen })
      return signal.aborted ? STOPPED : answer
    }
    if (next === 'afresh') failures = 0
  }
}

const NOTHING: Seen = { text: '', thinking: '' }
const RESET = { ...NOTHING, reset: true }
const isNothing = ({ text, thinking }: Seen): boolean => text === '' && thinking === ''

const failed = (code: ModelFailure['code']): Failed => ({
  type: 'failed',
  failure: { code, details: {}, retryAfterMs: null },
})
const STOPPED = failed('stopped')

type Attempt = {
  readonly answer: Answer
  readonly seen: Seen
  /** What was sent; null: nothing. */
  readonly request: ModelRequest | null
}

/** One request, none where everybody is refused. Streams to the onlooker and journals nothing. */
async function askOnce(agent: Agent, signal: AbortSignal): Promise<Attempt> {
  const { endpoint, journal, tools, onlooker } = agent
  if (signal.aborted) return { answer: STOPPED, seen: NOTHING, request: null }
  const closed = endpoint.closed()
  if (closed !== null) return { answer: { type: 'failed', failure: closed }, seen: NOTHING, request: null }
  const messages = toMessages(agent.systemPrompt, journal.entries)
  const request = { messages, tools: tools.signatures }
  onlooker.working({ tool: '', target: '' })
  let seen = NOTHING
  for await (const event of endpoint.model.stream(request, signal)) {
    if (event.type !== 'delta') return { answer: event, seen, request }
    seen = { text: seen.text + event.text, thinking: seen.thinking + event.thinking }
    onlooker.streamed({ text: event.text, thinking: event.thinking, reset: false })
  }
  return { answer: failed('model_cut'), seen, request }
}

/** What an attempt took: as its endpoint says, else about what can be seen of it; null where nobody worked on it. */
function tookOf({ answer, seen, request }: Attempt): CallUsage | null {
  if (answer.usage) return { ...answer.usage, estimated: false }
  if (request === null) return null
  if (answer.type === 'done') return estimateUsage(request, answer)
  return answer.begun === true || !isNothing(seen) ? estimateUsage(request, seen) : null
}

type Trouble = { readonly failure: ModelFailure; readonly failures: number }

/** Waits for what the failure asks for. `afresh`: the endpoint, or the account, is another now. */
async function recover(
  agent: Agent,
  { failure, failures }: Trouble,
  signal: AbortSignal,
): Promise<'again' | 'afresh' | 'give_up'> {
  if (failure.code === 'stopped') return 'give_up'
  const closed = agent.endpoint.closed()
  const recovery: Recovery = closed ? { type: 'refused', refusal: closed } : recoveryFrom(failure, failures)
  if (recovery.type === 'give_up') return 'give_up'
  if (recovery.type === 'refused')
    return (await agent.endpoint.refused(recovery.refusal, signal)) ? 'afresh' : 'give_up'
  return askAgain(agent, { failure, afterMs: recovery.afterMs }, signal)
}

async function askAgain(
  { onlooker, pause }: Agent,
  { failure, afterMs }: { readonly failure: ModelFailure; readonly afterMs: number },
  signal: AbortSignal,
): Promise<'again'> {
  onlooker.pausing({ code: failure.code, ms: afterMs })
  await pause(afterMs, signal)
  onlooker.pausing(null)
  return 'again'
}

/** What happens to a request that was under way when the machine fell asleep: no fault of the endpoint's. */
const isCutBySleep = ({ code }: ModelFailure): boolean =>
  code === 'model_cut' || code === 'model_unreachable' || code === 'model_timeout'

type Done = Extract<Answer, { type: 'done' }>

async function journaled(
  { journal, endpoint, onlooker }: Agent,
  answer: Done,
  usage: CallUsage | null,
): Promise<Answer> {
  const { text, thinking, toolCalls } = answer
  const content = {
    kind: 'assistant' as const,
    text,
    thinking,
    toolCalls: [...toolCalls],
    model: endpoint.model.name,
  }
  await journal.append(content, usage)
  onlooker.streamed(RESET)
  return answer
}

/** Small models write the call instead of making it. */
function withCallInText({ tools, journal }: Agent, answer: Done): Done {
  if (answer.toolCalls.length > 0) return answer
  const id = `call_in_text_${countSteps(journal.entries) + 1}`
  const found = callInText(answer.text, { id, accepts: (call) => tools.check(call).ok })
  return found === null ? answer : { ...answer, text: found.text, toolCalls: [found.call] }
}
