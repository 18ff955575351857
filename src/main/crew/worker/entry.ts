import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { parentPort } from './parent-port.ts'
import { serveWorker } from './serve-worker.ts'

serveWorker({
  port: parentPort(process),
  clock: systemClock,
  ids: randomIds,
  exit: (code) => process.exit(code),
})
