import { BEAT_MS } from '../../../shared/run-pace.ts'
import type { ToWorker } from '../../../shared/run-protocol.ts'
import type { ParentPort } from '../../platform/child.ts'
import { startHeartbeat, type Clock, type Millis } from '../../platform/clock.ts'
import { watchNaps } from '../../platform/naps.ts'
import type { Ids } from '../../platform/ids.ts'
import { openMainLine, type MainLine } from './main-line.ts'

export type WorkerOptions = {
  readonly port: ParentPort
  readonly clock: Clock
  readonly ids: Ids
  /** Ends this process. */
  readonly exit: (code: number) => void
}

/** A process that has no run after so long was started beforehand, and has the time to get ready. */
const UNUSED_MS: Millis = 50

/**
 * The life of a sub-agent's process: one `start`, one run, one end.
 *
 * It never outlives its parent: when the line closes it leaves at once, and what its commands started is ended by those
 * who stand by in their groups. Main's next start finds the row.
 */
export function serveWorker({ port, clock, ids, exit }: WorkerOptions): void {
  const stopped = new AbortController()
  const naps = watchNaps(clock)
  let line: MainLine | undefined
  const loading = import('./work-on-run.ts') // the tools and the model, while `start` is still on its way
  clock.setTimer(UNUSED_MS, () => {
    if (!line) void import('./get-ready.ts').then(({ getReady }) => getReady())
  })

  port.onClose(() => exit(0))
  port.onMessage((raw) => {
    const message = raw as ToWorker // main is believed; it is main that checks what it hears
    if (message.type === 'start') void begin(message).finally(() => exit(0))
    if (message.type === 'stop') stopped.abort()
    if (message.type === 'resumed') naps.woke()
    if (message.type === 'reply' || message.type === 'refusal') line?.answer(message)
  })

  async function begin({ runId, attempt, spec }: Extract<ToWorker, { type: 'start' }>): Promise<void> {
    if (line) return
    line = openMainLine(port, { id: runId, attempt })
    line.note({ type: 'beat' })
    startHeartbeat(clock, BEAT_MS, () => line?.note({ type: 'beat' }))
    const { workOnRun } = await loading
    await workOnRun({ spec, line, clock, ids, naps, signal: stopped.signal })
  }
}
