import { AppError, toAppError, type ErrorCode } from '../../../shared/errors.ts'
import {
  FromWorker,
  runCalls,
  type RunCallName,
  type RunHandlers,
  type RunSpec,
  type ToWorker,
} from '../../../shared/run-protocol.ts'
import type { RunId } from '../../../shared/ids.ts'
import type { Child, ChildExit } from '../../platform/child.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { climbKillLadder, type KillLadder } from './kill-ladder.ts'

/** What the outside is told of a run's process. Each is called in the order in which things happened. */
export type RunWatcher = {
  /** Any message at all: the process lives. */
  heard(): void
  streamed(delta: { text: string; thinking: string; reset: boolean }): void
  working(activity: { tool: string; target: string }): void
  /** It asks its model again in `ms`; null: it asks. */
  pausing(pause: { code: ErrorCode; ms: number } | null): void
  /** Exactly once, whatever ended it. */
  exited(exit: ChildExit): void
}

export type RunProcessOptions = {
  readonly child: Child
  readonly run: { readonly id: RunId; readonly attempt: number }
  readonly spec: RunSpec
  readonly handlers: RunHandlers
  readonly watcher: RunWatcher
  readonly clock: Clock
  readonly logger: Logger
}

/** One attempt of one run, seen from outside. */
export type RunProcess = {
  readonly pid: number | undefined
  /** Asks it to end; what does not end in time is killed. */
  stop(): void
  /** Ends it without asking. */
  kill(): void
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
  const send = (message: Message): void =>
    child.send({ ...message, runId: run.id, attempt: run.attempt, number: ++sent } satisfies ToWorker)

  child.onMessage((raw) => {
    const message = FromWorker.safeParse(raw)
    if (!message.success || message.data.runId !== run.id || message.data.attempt !== run.attempt) {
      logger.warn('run.message_refused', { runId: run.id, attempt: run.attempt })
      return
    }
    watcher.heard()
    void receive(message.data)
  })
  child.onExit((exit) => {
    ladder?.[Symbol.dispose]()
    watcher.exited(exit)
  })
  send({ type: 'start', spec })

  async function receive(message: FromWorker): Promise<void> {
    if (message.type === 'delta') watcher.streamed(message)
    if (message.type === 'progress') watcher.working(message)
    if (message.type === 'pause') watcher.pausing(message.pause)
    if (message.type !== 'request') return
    try {
      const value = await serve(handlers, message.name, message.input)
      send({ type: 'reply', to: message.number, value })
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code === 'internal')
        logger.error('run.request_failed', { runId: run.id, name: message.name, error })
      else logger.info('run.request_refused', { runId: run.id, name: message.name, code: error.code })
      send({ type: 'refusal', to: message.number, error: error.toWire() })
    }
  }

  return {
    get pid() {
      return child.pid
    },
    stop() {
      ladder ??= climbKillLadder(clock, [
        () => send({ type: 'stop' }),
        () => child.kill('SIGTERM'),
        () => child.kill('SIGKILL'),
      ])
    },
    kill: () => child.kill('SIGKILL'),
  }
}

/** The worker is not trusted: unknown names and wrong shapes are refused, whatever it says. */
async function serve(handlers: RunHandlers, name: string, input: unknown): Promise<unknown> {
  if (!Object.hasOwn(runCalls, name)) throw new AppError('unknown_call', `There is no request ${name}.`)
  const known = name as RunCallName
  const parsed = runCalls[known].input.safeParse(input)
  if (!parsed.success) throw new AppError('invalid_input', `${name}: ${parsed.error.message}`)
  return (handlers[known] as (input: unknown) => unknown)(parsed.data)
}
