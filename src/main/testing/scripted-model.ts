import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../core/agent/ports.ts'
import { pause, SECOND, systemClock, type Clock } from '../platform/clock.ts'
import { composeAnswer, placeKey, type Action } from './script/compose-answer.ts'
import { createGates, type Gates } from './script/gates.ts'

export interface ScriptedModel extends Model {
  /** Every request that came, oldest first. Tests look for their tokens here. */
  readonly requests: readonly ModelRequest[]
  /** What `gate NAME` waits for. */
  readonly gates: Gates
}

/** A model in memory that answers what the script in the request says (`script/script.ts`), fault or not. */
export function createScriptedModel(clock: Clock = systemClock): ScriptedModel {
  const requests: ModelRequest[] = []
  const gates = createGates()
  return {
    name: 'scripted',
    requests,
    gates,
    async *stream(request, signal) {
      requests.push(request)
      const key = placeKey(request.messages)
      const asked = requests.filter(({ messages }) => placeKey(messages) === key).length
      const answer = { text: '', thinking: '', toolCalls: [] as Called[] }
      for (const action of composeAnswer(request.messages, asked)) {
        await waitIfAsked(action, { clock, gates, signal })
        if (signal.aborted) return yield failed('stopped')
        if (action.type === 'end') break
        const failure = failureOf(action)
        if (failure) return yield failure
        yield* speak(action, answer)
      }
      const usage = { input: sizeOf(request), output: answer.text.length, cached: 0, reasoning: 0 }
      yield { type: 'done', ...answer, usage }
    },
  }
}

type Called = { id: string; name: string; arguments: string }
type Spoken = { text: string; thinking: string; toolCalls: Called[] }

function* speak(action: Action, answer: Spoken): Generator<ModelEvent> {
  if (action.type === 'say') {
    const text = answer.text === '' ? action.text : `\n${action.text}`
    answer.text += text
    yield { type: 'delta', text, thinking: '' }
  }
  if (action.type === 'think') {
    answer.thinking += action.text
    yield { type: 'delta', text: '', thinking: action.text }
  }
  if (action.type === 'call') {
    answer.toolCalls.push({ id: action.id, name: action.tool, arguments: action.input })
  }
}

type Surroundings = { readonly clock: Clock; readonly gates: Gates; readonly signal: AbortSignal }

async function waitIfAsked(action: Action, { clock, gates, signal }: Surroundings): Promise<void> {
  if (action.type === 'pause') await pause(clock, action.ms, signal)
  if (action.type === 'gate') await gates.passed(action.name, signal)
  if (action.type === 'hang') await gates.passed('a gate that nobody opens', signal)
}

/** What a real endpoint's fault looks like by the time the loop sees it. */
function failureOf(action: Action): ModelEvent | null {
  switch (action.type) {
    case 'status': {
      const code = CODE_OF[action.status] ?? (action.status < 500 ? 'model_rejected' : 'model_unavailable')
      return failed(code, action.retryAfter === null ? null : Number(action.retryAfter) * SECOND)
    }
    case 'redirect':
      return failed('model_rejected')
    case 'error':
      return failed('model_unavailable')
    case 'garbage':
    case 'cut':
    case 'close':
      return failed('model_cut')
    default:
      return null
  }
}

const CODE_OF: Readonly<Record<number, ModelFailure['code']>> = {
  401: 'model_unauthorized',
  402: 'model_no_credit',
  403: 'model_forbidden',
  404: 'model_unknown',
  408: 'model_timeout',
  413: 'model_overflow',
  429: 'model_rate_limited',
}

const failed = (code: ModelFailure['code'], retryAfterMs: number | null = null): ModelEvent => ({
  type: 'failed',
  failure: { code, details: {}, retryAfterMs },
})

const sizeOf = (request: ModelRequest): number =>
  request.messages.reduce((sum, { text }) => sum + text.length, 0)
