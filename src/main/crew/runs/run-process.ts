import { toAppError, type ErrorCode } from '../../../shared/errors.ts'
import { FromWorker, type RunHandlers, type RunSpec, type ToWorker } from '../../../shared/run-protocol.ts'
import type { RunId } from '../../../shared/ids.ts'
import type { Child, ChildExit } from '../../platform/child.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { climbKillLadder, type KillLadder } from './kill-ladder.ts'
import { gaugeMessages } from './message-gauge.ts'
import { paceRequests } from './pace-requests.ts'
import { FLOOD_MESSAGES, MOST_COMPLAINTS } from './policy.ts'
import { serveRequest } from './serve-request.ts'

/** What the outside is told of a run's process. Each is called in the order in which things happened. */
export type RunWatcher = {
  /** Any message at all: the process lives. `what`: its kind, for whoever looks for a fault. */
  heard(what: string): void
  streamed(delta: { text: string; thinking: string; reset: boolean }): void
  working(activity: { tool: string; target: string }): void
  /** Bytes of an answer came, or output of a tool. */
  moved(): void
  /** It asks its model again in `ms`; null: it asks. */
  pausing(pause: { code: ErrorCode; ms: number } | null): void
  /** It sends more than anybody could take. Perhaps several times. */
  flooded(): void
  /** Exactly once, whatever ended it. */
  exited(exit: ChildExit): void
}

export type RunProcessOptions = {
  readonly child: Child
  readonly run: { readonly id: RunId; readonly attempt: number }
  readonly spec: RunSpec
  readonly handlers: RunHandlers
  readonly watcher: RunWatcher
  /** Sends a signal to whatever its tools have started. Never fails. */
  readonly signalTools: (signal: 'SIGTERM' | 'SIGKILL') => void
  readonly clock: Clock
  readonly logger: Logger
}

/** One attempt of one run, seen from outside. */
export type RunProcess = {
  readonly pid: number | undefined
  /** Whether it waits for an answer of ours. */
  readonly isAsking: boolean
  /** Asks it to end, and leaves it all the time it takes. */
  ask(): void
  /** Asks it to end; what does not end in time is killed. */
  stop(): void
  /** It was asked and had its time: ends it, and what its tools started. */
  end(): void
  /** Ends it and what its tools started without asking. */
  kill(): void
  /** The machine slept. */
  resumed(): void
}

type Message = ToWorker extends infer M
  ? M extends ToWorker
    ? Omit<M, 'runId' | 'attempt' | 'number'>
    : never
  : never

/** Gives a fresh child its one `start` message and serves what it asks for, until it leaves. */
export function startRunProcess(options: RunProcessOptions): RunProcess {
  const { child, run, spec, handlers, watcher, clock, logger } = options
  let sent = 0
  let ladder: KillLadder | undefined
  let asking = 0
  let isKilled = false
  const gauge = gaugeMessages(clock)
  const pacer = paceRequests(clock)
  let complaints = 0
  /** A process that says nothing right must not fill the log. */
  const complain = (event: string, facts: object): void => {
    complaints += 1
    if (complaints <= MOST_COMPLAINTS) logger.warn(event, { runId: run.id, ...facts })
  }
  const send = (message: Message): void =>
    child.send({ ...message, runId: run.id, attempt: run.attempt, number: ++sent } satisfies ToWorker)
  const signal = (name: 'SIGTERM' | 'SIGKILL') => (): void => {
    child.kill(name)
    options.signalTools(name)
  }
  const ask = (): void => send({ type: 'stop' })
  const climb = (...rungs: (() => void)[]): void => {
    ladder ??= climbKillLadder(clock, rungs)
  }

  child.onMessage((raw) => {
    if (isKilled) return
    const pace = gauge(charactersOf(raw))
    const isRequest = typeOf(raw) === 'request'
    const isLate = pace === 'fast' || pacer.held > 0 // what is held back comes first
    if (pace === 'flood' || asking + pacer.held > FLOOD_MESSAGES) watcher.flooded()
    else if (isRequest && isLate) pacer.hold(() => hear(raw))
    else if (isRequest || pace === 'fine') hear(raw) // a note may be lost
  })
  function hear(raw: unknown): void {
    const message = FromWorker.safeParse(raw)
    if (!message.success || message.data.runId !== run.id || message.data.attempt !== run.attempt) {
      complain('run.message_refused', { attempt: run.attempt })
      return
    }
    watcher.heard(kindOf(message.data))
    receive(message.data)
  }
  child.onExit((exit) => {
    ladder?.[Symbol.dispose]()
    pacer[Symbol.dispose]()
    watcher.exited(exit)
  })
  send({ type: 'start', spec })

  function receive(message: FromWorker): void {
    if (message.type === 'delta') watcher.streamed(message)
    if (message.type === 'progress') watcher.working(message)
    if (message.type === 'moved') watcher.moved()
    if (message.type === 'pause') watcher.pausing(message.pause)
    if (message.type === 'request') void answer(message)
  }

  async function answer({ number, name, input }: Extract<FromWorker, { type: 'request' }>): Promise<void> {
    asking += 1
    try {
      const value = await serveRequest(handlers, name, input)
      send({ type: 'reply', to: number, value })
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code === 'internal') logger.error('run.request_failed', { runId: run.id, name, error })
      else complain('run.request_refused', { name, code: error.code })
      send({ type: 'refusal', to: number, error: error.toWire() })
    } finally {
      asking -= 1
    }
  }

  return {
    get pid() {
      return child.pid
    },
    get isAsking() {
      return asking > 0
    },
    ask,
    stop: () => climb(ask, signal('SIGTERM'), signal('SIGKILL')),
    end: () => climb(signal('SIGTERM'), signal('SIGKILL')),
    kill() {
      isKilled = true // what still comes of it is nobody's any more
      pacer[Symbol.dispose]()
      ladder?.[Symbol.dispose]()
      signal('SIGKILL')()
    },
    resumed: () => send({ type: 'resumed' }),
  }
}

const typeOf = (raw: unknown): unknown => (isObject(raw) ? raw['type'] : undefined)

/** Of streamed text, read before anything else is: nothing about a message is believed yet. */
function charactersOf(raw: unknown): number {
  if (!isObject(raw) || raw['type'] !== 'delta') return 0
  const { text, thinking } = raw
  return (typeof text === 'string' ? text.length : 0) + (typeof thinking === 'string' ? thinking.length : 0)
}

const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null

const kindOf = (message: FromWorker): string =>
  message.type === 'request'
    ? `request ${message.name}`
    : message.type === 'progress'
      ? `progress ${message.tool || 'asks its model'}`
      : message.type
