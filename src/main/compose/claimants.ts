import { oneLine } from '../core/tools/one-line.ts'
import type { Claimant } from '../crew/conversation/approval-desk.ts'
import type { WaitingRoom } from '../crew/delegation/open-delegation.ts'
import { GIVE_BACK_MS } from '../crew/delegation/policy.ts'
import type { Announcements } from '../crew/runs/announcements.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'

type Parts = WaitingRoom & {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly logger: Logger
  readonly announcements: Announcements
}

/** Characters of a goal that stand for its run in a question. */
const MOST_NAME = 60

/**
 * A run whose call is judged, or whose endpoint refuses: it parks as `waiting` and gives its place away at once, and its
 * process after a while. Then it comes back through the queue, as another attempt.
 */
export function claimantOfRun(parts: Parts, run: RunRow): Claimant {
  const { ledger, clock, logger, announcements, slots } = parts
  let patience: Disposable | undefined
  const giveBack = (): void =>
    void parts
      .giveBack(run)
      .catch((error: unknown) => logger.error('run.not_given_back', { runId: run.id, error }))

  /** Its conversation needs a person as long as it waits. */
  const tell = (): void => {
    announcements.run(run.id)
    announcements.conversation(run.conversationId)
  }

  /** False when it has no process any more that could go on. */
  async function resume(): Promise<boolean> {
    if (ledger.query.runs.find(run.id)?.bootId !== ledger.bootId) return false
    await slots.retake(run.id)
    if (await ledger.delegations.resume(run)) return true
    slots.release(run.id)
    return false
  }
  return {
    conversationId: run.conversationId,
    runId: run.id,
    model: run.profile.model,
    name: oneLine(run.task.goal, MOST_NAME),
    folder: run.folder,
    beforeEffect: () => ledger.delegations.markSideEffect(run),
    async park() {
      await ledger.delegations.setWaiting(run)
      patience ??= clock.setTimer(GIVE_BACK_MS, giveBack)
      tell()
      slots.release(run.id)
    },
    async unpark() {
      patience?.[Symbol.dispose]()
      patience = undefined
      const now = ledger.query.runs.find(run.id)
      if (now?.state !== 'waiting' || now.attempt !== run.attempt) return
      if (!(await resume())) await parts.goOn(run.id)
      tell()
    },
  }
}
