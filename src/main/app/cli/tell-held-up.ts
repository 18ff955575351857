import type { HostEvent } from '../../../shared/events.ts'
import type { CliTexts } from './cli-texts.ts'
import { lastingRefusal } from './job.ts'

/** Says that a job waits for its endpoint, once for each time that it goes on by itself. What lasts ends the job, which says so. */
export function createHeldUpTeller(
  texts: CliTexts,
  complain: (line: string) => void,
): (event: HostEvent) => void {
  let told: number | null = null
  return (event) => {
    if (event.type !== 'breaker.changed') return
    const [breaker] = event.breakers
    if (!breaker || breaker.resumesAt === null || breaker.resumesAt === told || lastingRefusal(breaker))
      return
    told = breaker.resumesAt
    const time = new Date(told).toTimeString().slice(0, 8)
    complain(texts.text('heldUp', { reason: texts.error(breaker), time }))
  }
}
