import type { ModelEndpoint, RunSpec } from '../../../shared/run-protocol.ts'
import { isLoopback } from '../../outside/model/origin.ts'
import type { Millis } from '../../platform/clock.ts'
import type { ModelQueue } from './model-queue.ts'
import type { LiveSigns } from './run-view.ts'
import { stallNotice, watchForStalls, type Phase, type Stall } from './stall-watch.ts'

export type ProgressParts = {
  readonly spec: Pick<RunSpec, 'endpoint' | 'stallSeconds'>
  readonly modelQueue: ModelQueue
  /** Whether it waits for an answer of main's: for a person, its own children, a breaker, a place, or room on the disk. */
  readonly waitsForMain: () => boolean
  readonly show: (signs: Partial<LiveSigns>) => void
  /** Tells the run something with its next step. */
  readonly notice: (text: string) => void
  readonly stalled: (stall: Stall) => void
  /** It was asked to end and did not. */
  readonly end: () => void
}

/** Everything by which a run shows that it gets on, or does not, as its messages tell it. */
export type Progress = Disposable & {
  /** What it is at. */
  readonly phase: Phase
  /** Its model is asked, perhaps once more. */
  asks(): void
  /** From here on it asks another model. */
  turnsTo(endpoint: ModelEndpoint): void
  usesTool(): void
  /** Bytes of an answer, or output of a tool. */
  moved(): void
  /** An entry stands in its journal: an answer, or the end of a tool. */
  stepped(): void
  /** It asks again later. */
  pauses(): void
  /** The sweep looks at it. */
  look(passedMs: Millis): void
}

export function followProgress(parts: ProgressParts): Progress {
  const { modelQueue, show } = parts
  const { stallSeconds } = parts.spec
  let { endpoint } = parts.spec
  const request = {}
  let place: number | null = null
  const stalls = watchForStalls(
    {
      get isLoopback() {
        return isLoopback(endpoint.baseUrl)
      },
      stallSeconds,
    },
    {
      isExcused: () => parts.waitsForMain() || modelQueue.placeOf(request) !== null,
      show: (quietMinutes) => show({ quietMinutes }),
      warn: (stall) => parts.notice(stallNotice(stall)),
      stall: parts.stalled,
      end: parts.end,
    },
  )
  function showPlace(): void {
    const now = modelQueue.placeOf(request)
    if (now !== place) show({ modelPlace: now })
    place = now
  }
  return {
    get phase() {
      return stalls.phase
    },
    asks() {
      modelQueue.asks(request, endpoint.baseUrl)
      stalls.enter('model')
    },
    turnsTo(next) {
      endpoint = next
      show({ model: next.model })
    },
    usesTool() {
      modelQueue.left(request)
      stalls.enter('tool')
      stalls.progressed()
    },
    moved() {
      modelQueue.served(request)
      stalls.progressed()
    },
    stepped() {
      modelQueue.left(request)
      stalls.enter('idle')
      stalls.progressed()
    },
    pauses: () => modelQueue.left(request),
    look(passedMs) {
      showPlace()
      stalls.look(passedMs)
    },
    [Symbol.dispose]: () => modelQueue.left(request),
  }
}
