import type { ConversationId, RunId } from '../../../shared/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Announcements } from '../runs/announcements.ts'
import type { PartialKeeper } from '../runs/partial-keeper.ts'
import type { Progress } from '../runs/progress.ts'
import type { RunWatcher } from '../runs/run-process.ts'
import type { LiveSigns } from '../runs/run-view.ts'
import { tellPause } from '../runs/tell-pause.ts'
import type { Throttle } from '../runs/throttle.ts'

type Parts = {
  readonly owner: { readonly conversationId: ConversationId; readonly runId: RunId }
  readonly clock: Clock
  readonly announcements: Announcements
  readonly throttle: Pick<Throttle, 'refused'>
  readonly partial: PartialKeeper
  readonly progress: Progress
  readonly show: (change: Partial<LiveSigns>) => void
}

/** What a run says of itself on the way, shown to people and taken for progress where it is some. */
export function showMessages(parts: Parts): Omit<RunWatcher, 'heard' | 'flooded' | 'exited'> {
  const { owner, announcements, partial, progress, show } = parts
  const tell = tellPause(parts, owner)
  return {
    streamed(delta) {
      const { text, thinking, reset } = delta
      partial.add(delta)
      if (text !== '' || thinking !== '') progress.moved()
      announcements.announce({ type: 'run.streamed', ...owner, text, thinking, reset })
    },
    working({ tool, target }) {
      if (tool === '') progress.asks()
      else progress.usesTool()
      show({ activity: tool === '' ? null : { tool, target } })
    },
    moved: progress.moved,
    pausing(pause) {
      if (pause) progress.pauses()
      tell(pause)
    },
  }
}
