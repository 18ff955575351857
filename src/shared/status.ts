import type { RunState, RunView } from './delegation.ts'

/** Icon shapes of the visual language; the renderer and the tray draw them. */
export type StatusIcon =
  | 'dashed-ring'
  | 'ring'
  | 'dot-in-ring'
  | 'triangle'
  | 'ring-tick'
  | 'half-disc'
  | 'tick'
  | 'cross'
  | 'barred-circle'
  | 'clock'
  | 'bolt'

/** Names of colour tokens. */
export type StatusTone = 'running' | 'waiting' | 'done' | 'failed' | 'stopped'

/** Keys of the catalogue under `status.`. */
export type StatusWord =
  | 'queued'
  | 'starting'
  | 'running'
  | 'unresponsive'
  | 'waiting'
  | 'saving'
  | 'done'
  | 'truncated'
  | 'invalid'
  | 'rejected'
  | 'failed'
  | 'timedOut'
  | 'stalled'
  | 'stopped'
  | 'interrupted'

export type Status = { readonly icon: StatusIcon; readonly tone: StatusTone; readonly word: StatusWord }

/** Each state's plain look, before the axes beside the state have their say. */
const PLAIN: Record<RunState, Status> = {
  queued: { icon: 'dashed-ring', tone: 'stopped', word: 'queued' },
  starting: { icon: 'ring', tone: 'running', word: 'starting' },
  running: { icon: 'dot-in-ring', tone: 'running', word: 'running' },
  waiting: { icon: 'triangle', tone: 'waiting', word: 'waiting' },
  finalizing: { icon: 'ring-tick', tone: 'running', word: 'saving' },
  completed: { icon: 'tick', tone: 'done', word: 'done' },
  failed: { icon: 'cross', tone: 'failed', word: 'failed' },
  timed_out: { icon: 'clock', tone: 'stopped', word: 'timedOut' },
  stalled: { icon: 'half-disc', tone: 'waiting', word: 'stalled' },
  stopped: { icon: 'barred-circle', tone: 'stopped', word: 'stopped' },
  interrupted: { icon: 'bolt', tone: 'waiting', word: 'interrupted' },
}

export type StatusAxes = Pick<RunView, 'state' | 'contract' | 'accepted' | 'truncated' | 'unresponsive'>

/** The one grammar of states, for window, tray, notification and command line: shape, colour and word. */
export function statusOf(run: StatusAxes): Status {
  const plain = PLAIN[run.state]
  if (run.state === 'running' && run.unresponsive)
    return { icon: 'half-disc', tone: 'waiting', word: 'unresponsive' }
  if (run.state !== 'completed') return plain
  if (run.accepted === 'failed') return { icon: 'cross', tone: 'failed', word: 'rejected' }
  if (run.contract === 'invalid') return { icon: 'tick', tone: 'waiting', word: 'invalid' }
  if (run.truncated) return { icon: 'tick', tone: 'waiting', word: 'truncated' }
  return plain
}
