import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToWorker } from '../../shared/run-protocol.ts'
import { pause, systemClock } from '../platform/clock.ts'
import { ATTACKS, FLOODS, type Attacker, type Victims } from './hostile-attacks.ts'

/**
 * A worker that means harm. Its goal names one of the attacks; it says a first honest word, waits for the file `go` in its
 * folder, which tells it who there is to harm, attacks, and prints what came of it as one line of JSON.
 */

/** How long an answer may take that ought not to come at all. */
const PATIENCE_MS = 400

type Start = Extract<ToWorker, { type: 'start' }>

process.on('disconnect', () => process.exit(0))
process.once('message', (message: Start) => void live(message))

async function live(start: Start): Promise<void> {
  const attacker = attackerOf(start, PATIENCE_MS)
  const { spec } = start
  const goal = spec.entries[0]?.content
  const name = goal?.kind === 'user' ? goal.text.split('\n')[0] : ''
  const attack = ATTACKS[name ?? ''] ?? FLOODS[name ?? '']
  if (!attack) throw new Error(`There is no attack ${JSON.stringify(name)}.`)
  attacker.note({ type: 'beat' })
  await attack.before?.(attacker)
  print({ ready: true })
  const go = join(spec.folder ?? '', 'go')
  while (!existsSync(go)) await pause(systemClock, 5)
  const victims = JSON.parse(readFileSync(go, 'utf8')) as Victims
  const outcome = await attack.run(attacker, victims)
  print({ outcome, honest: await attackerOf(start, Infinity).ask('inbox.take', { atEnd: false }) })
}

const print = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`)

function attackerOf(start: Start, patienceMs: number): Attacker {
  const { runId, attempt } = start
  const waiting = new Map<number, (outcome: string) => void>()
  let number = 0
  process.on('message', (message: ToWorker) => {
    if (message.type === 'stop') process.exit(0) // it is the harm that is tried here, not the end
    if (message.type === 'reply') waiting.get(message.to)?.(`reply ${JSON.stringify(message.value)}`)
    if (message.type === 'refusal') waiting.get(message.to)?.(`refusal ${message.error.code}`)
  })
  const send = (message: unknown): void => void process.send?.(message)
  return {
    start,
    send,
    flushed: () => new Promise((resolve) => void process.send?.(null, undefined, {}, () => resolve())),
    note: (note) => send({ runId, attempt, number: ++number, ...note }),
    async ask(name, input, envelope = {}) {
      number += 1
      const own = number
      const answered = new Promise<string>((resolve) => waiting.set(own, resolve))
      send({ type: 'request', runId, attempt, number: own, name, input, ...envelope })
      if (patienceMs === Infinity) return answered
      return Promise.race([answered, pause(systemClock, patienceMs).then(() => 'no answer')])
    },
  }
}
