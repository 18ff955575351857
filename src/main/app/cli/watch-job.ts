import type { HostEvent } from '../../../shared/events.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { FullDisk } from '../../../shared/full-disk.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import { isAtRest, jobState, resultLine, type JobRows, type JobState } from './job.ts'

export type JobWatch = {
  readonly clock: Clock
  readonly conversationId: ConversationId
  readonly timeoutSeconds: number | null
  readonly rows: () => JobRows
  /** Ends the answer and everything below it. */
  readonly stop: () => Promise<void>
  /** One object of `--json`. */
  readonly print: (line: object) => void
}

export type JobEnd = { readonly state: JobState; readonly rows: JobRows; readonly error: WireError | null }

/** What can end a job. Words that stream in, and entries, are many and move none of the rows that decide it. */
const MOVING: readonly HostEvent['type'][] = [
  'conversation.changed',
  'run.changed',
  'approval.changed',
  'delivery.changed',
  'breaker.changed',
  'disk.changed',
]

/** Pause between two looks at the rows. Reading them all takes about a millisecond. */
export const LOOK_MS: Millis = 40

/** Follows a job to its end by the events of the host; each is only a reason to look at the rows. */
export function watchJob(watch: JobWatch): {
  onEvent: (event: HostEvent) => void
  begun: () => void
  /** Somebody wants it to end now; what was done so far still comes back. */
  interrupt: () => void
  ended: Promise<JobEnd>
} {
  const { conversationId, clock, rows } = watch
  const parts: { finish: (end: JobEnd) => void } = { finish: () => undefined }
  const ended = new Promise<JobEnd>((resolve) => (parts.finish = resolve))
  let isBegun = false
  let isOver = false
  let isLookBooked = false
  let lookedAt = -Infinity
  let cutShort: WireError | null = null
  let full: FullDisk | null = null
  const timer = watch.timeoutSeconds === null ? null : clock.setTimer(watch.timeoutSeconds * SECOND, timeOut)

  function timeOut(): void {
    void giveUp({ code: 'timed_out', details: { seconds: watch.timeoutSeconds } })
  }
  async function giveUp(error: WireError): Promise<void> {
    cutShort ??= error
    const stopped = watch.stop()
    look()
    await stopped
    look()
  }
  /** At the end of this turn of the event loop, or of the pause after the last look: a crew at work moves rows all the time. */
  function lookSoon(): void {
    if (isLookBooked) return
    isLookBooked = true
    const sinceLook = clock.elapsed() - lookedAt
    if (sinceLook >= LOOK_MS) clock.setSoon(lookNow)
    else clock.setTimer(LOOK_MS - sinceLook, lookNow)
  }
  function lookNow(): void {
    isLookBooked = false
    lookedAt = clock.elapsed()
    look()
  }
  function look(): void {
    if (!isBegun || isOver) return
    const now = rows()
    const state = jobState(now)
    // The end of what was cut short can wait for room on the disk; whoever asked for it cannot.
    const unwritten: WireError | null =
      cutShort !== null && full !== null ? { code: 'disk_full', details: { path: full.path } } : null
    // After a stop nobody is woken by what comes back: it stays in the inbox.
    if (state.name === 'working' && unwritten === null && (cutShort === null || !isAtRest(now))) return
    isOver = true
    timer?.[Symbol.dispose]()
    const error = unwritten ?? cutShort ?? (state.name === 'failed' ? state.error : null)
    watch.print(resultLine(now, error ?? (state.name === 'refused' ? state.error : null)))
    parts.finish({ state, rows: now, error })
  }
  return {
    ended,
    interrupt: () => void giveUp({ code: 'stopped', details: {} }),
    begun() {
      isBegun = true
      look()
    },
    onEvent(event) {
      if (isOver) return
      if (event.type === 'entry.appended' && event.entry.conversationId === conversationId) {
        watch.print({ type: 'entry', entry: event.entry })
      }
      if (event.type === 'run.changed' && event.run.conversationId === conversationId) {
        const { id, delegationId, state, agent, usage, ...run } = event.run
        watch.print({ type: 'delegation', id: delegationId, run: id, state, agent, goal: run.goal, usage })
      }
      if (event.type === 'disk.changed') full = event.full
      if (MOVING.includes(event.type)) lookSoon()
    },
  }
}
