import type { HostEvent } from '../../../shared/events.ts'
import type { CliTexts } from './cli-texts.ts'

/** Says once, in one line, that the job waits for room on the disk. */
export function createFullDiskTeller(texts: CliTexts, complain: (line: string) => void) {
  let isTold = false
  return (event: HostEvent): void => {
    if (event.type !== 'disk.changed' || event.full === null || isTold) return
    isTold = true
    complain(texts.text('diskFull', { path: event.full.path }))
  }
}
