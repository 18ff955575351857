import { LEAST_STALL_SECONDS } from '../../../shared/run-protocol.ts'
import { MINUTE, SECOND, type Millis } from '../../platform/clock.ts'
import {
  QUIET_SHOWN_MS,
  STALL_GRACE_MS,
  STALL_IN_TOOL_MS,
  STALL_LOOPBACK_MS,
  STALL_MS,
  STALL_WARNED,
} from './policy.ts'

/** What a run is at: its model is asked, a tool is at work, or it is between the two. */
export type Phase = 'idle' | 'model' | 'tool'

export type StallTerms = {
  /** Its model runs on this computer, where an answer may take long to begin. */
  readonly isLoopback: boolean
  /** What its agent allows itself, in seconds; undefined: the usual. */
  readonly stallSeconds: number | undefined
}

/** The facts of a stall, as they stand in the result. */
export type Stall = {
  readonly quiet_seconds: number
  readonly threshold_seconds: number
  readonly phase: Phase
  readonly grace_seconds: number
}

export type StallPorts = {
  /** Whether it stands still for a reason. Whatever throws cannot be read, and excuses nothing. */
  isExcused(): boolean
  /** Whole minutes of quiet that are worth showing; 0: none. Called when they change. */
  show(minutes: number): void
  /** Most of its time is over. Once for each quiet spell. */
  warn(stall: Stall): void
  /** Its time is over: ask it to end. Once. */
  stall(stall: Stall): void
  /** It was asked, and has had its grace: end it. Once. */
  end(): void
}

/** Sees whether one run gets on. Has no timer: it counts the time that sweeps tell it, so that sleep is no quiet. */
export type StallWatch = {
  readonly phase: Phase
  /** A step, the start or end of a tool, bytes of an answer, output of a tool. */
  progressed(): void
  /** No progress by itself: a request that is made again brings nobody further. */
  enter(phase: Phase): void
  /** @param passedMs time since the sweep before that the machine was awake */
  look(passedMs: Millis): void
}

export function watchForStalls(terms: StallTerms, ports: StallPorts): StallWatch {
  let phase: Phase = 'idle'
  let quietMs = 0
  let shown = 0
  let isWarned = false
  /** Since it was asked to end; null before. */
  let graceMs: Millis | null = null

  function progressed(): void {
    quietMs = 0
    isWarned = false
    show()
  }
  function show(): void {
    const minutes = quietMs < QUIET_SHOWN_MS ? 0 : Math.floor(quietMs / MINUTE)
    if (minutes !== shown) ports.show(minutes)
    shown = minutes
  }
  function judge(): void {
    const limitMs = stallAfter(phase, terms)
    const facts = factsOf({ quietMs, limitMs, phase })
    if (quietMs >= limitMs) {
      graceMs = 0
      ports.stall(facts)
    } else if (quietMs >= STALL_WARNED * limitMs && !isWarned) {
      isWarned = true
      ports.warn(facts)
    }
  }
  function stand(passedMs: Millis): void {
    quietMs += passedMs
    show()
    judge()
  }
  /** It was asked to end: progress counts no more, and neither does an excuse. */
  function wait(passedMs: Millis, before: Millis): void {
    graceMs = before + passedMs
    if (before < STALL_GRACE_MS && graceMs >= STALL_GRACE_MS) ports.end()
  }
  return {
    get phase() {
      return phase
    },
    progressed,
    enter(next) {
      phase = next
    },
    look(passedMs) {
      if (graceMs !== null) wait(passedMs, graceMs)
      else if (isExcused(ports)) progressed()
      else stand(passedMs)
    },
  }
}

function isExcused(ports: StallPorts): boolean {
  try {
    return ports.isExcused()
  } catch {
    return false
  }
}

/** How long a run may stand still. Nobody is given less than the least. */
export function stallAfter(phase: Phase, { isLoopback, stallSeconds }: StallTerms): Millis {
  if (stallSeconds !== undefined) return Math.max(stallSeconds, LEAST_STALL_SECONDS) * SECOND
  if (phase === 'tool') return STALL_IN_TOOL_MS
  return isLoopback ? STALL_LOOPBACK_MS : STALL_MS
}

type Quiet = { readonly quietMs: Millis; readonly limitMs: Millis; readonly phase: Phase }

const factsOf = ({ quietMs, limitMs, phase }: Quiet): Stall => ({
  quiet_seconds: Math.round(quietMs / SECOND),
  threshold_seconds: Math.round(limitMs / SECOND),
  phase,
  grace_seconds: STALL_GRACE_MS / SECOND,
})

const IN_PHASE: Record<Phase, string> = {
  idle: 'between two steps',
  model: 'waiting for its model',
  tool: 'inside a tool',
}

/** What a run is told that came close to its end. */
export const stallNotice = ({ quiet_seconds, threshold_seconds, phase }: Stall): string =>
  `This run showed no sign of progress for ${quiet_seconds} s, ${IN_PHASE[phase]}. ` +
  `At ${threshold_seconds} s it is stopped. Take steps that show progress, or finish and say what you have.`
