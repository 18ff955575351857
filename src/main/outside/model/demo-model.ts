import { NO_USAGE } from '../../../shared/usage.ts'
import type { Message, Model, ModelEvent } from '../../core/agent/ports.ts'
import { pause, type Clock, type Millis } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { DemoAnswer } from './demo/demo-answer.ts'
import { loadDemoScript, type DemoScript } from './demo/demo-script.ts'
import { playChild } from './demo/play-child.ts'
import { playParent } from './demo/play-parent.ts'

/** Before the first word of an answer; long enough to see who is at work. */
const THINKING_MS: Millis = 900

/** Between two pieces of streamed text, about the pace of a quick model. */
const PIECE_MS: Millis = 25

/** A few letters with the space before them, so that a text without spaces streams too. */
const PIECE = /\s*\S{1,7}|\s+$/g

export type DemoModelOptions = {
  /** The name that goes into the journal. */
  readonly name: string
  readonly scriptPath: string
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * A script in the place of a model: no key, no network, the same in main and in a worker.
 *
 * It knows one job, and what it says about it is worked out from the request alone: which part it plays from the first
 * message, how far it is from the tool results, and its figures from what the tools read.
 */
export const createDemoModel = ({ name, scriptPath, clock, ids }: DemoModelOptions): Model => ({
  name,
  async *stream({ messages }, signal): AsyncGenerator<ModelEvent> {
    const { text, calls } = play(await loadDemoScript(scriptPath), messages)
    await pause(clock, THINKING_MS, signal)
    for (const piece of text.match(PIECE) ?? []) {
      if (signal.aborted) break
      yield { type: 'delta', text: piece, thinking: '' }
      await pause(clock, PIECE_MS, signal)
    }
    if (signal.aborted)
      yield {
        type: 'failed',
        failure: { code: 'stopped', details: {}, retryAfterMs: null },
        usage: NO_USAGE,
      }
    else yield { type: 'done', text, thinking: '', usage: NO_USAGE, toolCalls: calls.map(asToolCall(ids)) }
  },
})

/** A sub-agent's first message is the goal of one of the jobs. */
function play(script: DemoScript, messages: readonly Message[]): DemoAnswer {
  const first = messages.find(({ role }) => role === 'user')?.text ?? ''
  const job = script.jobs.find(({ goal }) => first.startsWith(goal))
  return job === undefined ? playParent(script, messages) : playChild(script, job, messages)
}

const asToolCall =
  (ids: Ids) =>
  ({ name, input }: DemoAnswer['calls'][number]) => ({
    id: ids.next('call'),
    name,
    arguments: JSON.stringify(input),
  })
