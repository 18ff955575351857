import type { ToWorker } from '../../shared/run-protocol.ts'
import type { ParentPort } from '../platform/child.ts'
import type { Program } from './in-memory-child.ts'

type Start = Extract<ToWorker, { type: 'start' }>
export type Reply = Extract<ToWorker, { type: 'reply' | 'refusal' }>

/** A worker that says whatever a test wants, and hears what comes of it. */
export type ScriptedWorker = {
  readonly start: Start
  /** A request as it should be, but for what is given. */
  ask(name: string, input: unknown, envelope?: object): Promise<Reply>
  /** A note of this run and attempt. */
  note(note: object): void
  /** Anything at all. */
  send(message: unknown): void
}

/** Plays workers in this process; each stands in `workers` once it has its `start`. It says nothing by itself. */
export function createScriptedWorkers(): { program: Program; workers: readonly ScriptedWorker[] } {
  const workers: ScriptedWorker[] = []
  const program: Program = ({ port }) =>
    port.onMessage((message) => {
      const start = message as ToWorker
      if (start.type === 'start') workers.push(play(port, start))
    })
  return { program, workers }
}

function play(port: ParentPort, start: Start): ScriptedWorker {
  const { runId, attempt } = start
  let number = 100
  const waiting = new Map<number, (reply: Reply) => void>()
  port.onMessage((message) => {
    const reply = message as ToWorker
    if (reply.type === 'reply' || reply.type === 'refusal') waiting.get(reply.to)?.(reply)
  })
  return {
    start,
    send: port.send,
    note: (note) => port.send({ runId, attempt, number: ++number, ...note }),
    ask: (name, input, envelope = {}) =>
      new Promise((resolve) => {
        number += 1
        waiting.set(number, resolve)
        port.send({ type: 'request', runId, attempt, number, name, input, ...envelope })
      }),
  }
}
