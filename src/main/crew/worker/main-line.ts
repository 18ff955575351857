import { fromWire } from '../../../shared/errors.ts'
import type { RunId } from '../../../shared/ids.ts'
import type {
  FromWorker,
  RunCallInput,
  RunCallName,
  RunCallOutput,
  ToWorker,
} from '../../../shared/run-protocol.ts'
import type { ParentPort } from '../../platform/child.ts'

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void }
type Note = FromWorker extends infer M
  ? M extends FromWorker
    ? Omit<M, 'runId' | 'attempt' | 'number'>
    : never
  : never

/** A worker's line to main: requests that are answered, and notes that may be lost. */
export type MainLine = {
  ask<N extends RunCallName>(name: N, input: RunCallInput<N>): Promise<RunCallOutput<N>>
  note(note: Exclude<Note, { type: 'request' }>): void
  /** Takes an answer to its question. */
  answer(answer: Extract<ToWorker, { type: 'reply' | 'refusal' }>): void
}

export function openMainLine(port: ParentPort, run: { id: RunId; attempt: number }): MainLine {
  const waiting = new Map<number, Waiting>()
  let sent = 0
  const send = (note: Note): number => {
    port.send({ ...note, runId: run.id, attempt: run.attempt, number: ++sent } satisfies FromWorker)
    return sent
  }
  return {
    ask<N extends RunCallName>(name: N, input: RunCallInput<N>) {
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(send({ type: 'request', name, input }), { resolve, reject })
      }) as Promise<RunCallOutput<N>> // main is believed
    },
    note: (note) => void send(note),
    answer(answer) {
      const asked = waiting.get(answer.to)
      waiting.delete(answer.to)
      if (answer.type === 'reply') asked?.resolve(answer.value)
      else asked?.reject(fromWire(answer.error))
    },
  }
}
