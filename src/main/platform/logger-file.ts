import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import type { LogFacts, Logger } from './logger.ts'

/** A log beyond this size is put aside as `….old` at the next start, so that two of them bound what logs take. */
const MAX_LOG_BYTES = 8 * 1024 * 1024

export type FileLogger = Logger & Disposable

/**
 * A log of JSON lines in one file that only its owner can read. No transports: they break in a bundle.
 *
 * Lines are written before the call returns, so the last one before a crash is there. What cannot be opened or written
 * silences the log, never the app.
 * @param redact takes the secrets out of a finished line
 */
export function openFileLogger(path: string, redact: (line: string) => string): FileLogger {
  const file = openLines(path)
  const lines = pino(
    { base: { pid: process.pid }, serializers: { error: pino.stdSerializers.errWithCause } },
    { write: (line: string) => void file.write(redact(line)) },
  )
  return {
    info: (event: string, facts?: LogFacts) => lines.info(facts ?? {}, event),
    warn: (event: string, facts?: LogFacts) => lines.warn(facts ?? {}, event),
    error: (event: string, facts?: LogFacts) => lines.error(facts ?? {}, event),
    [Symbol.dispose]: () => file.end(),
  }
}

type Lines = { write(line: string): unknown; end(): void }

const NOWHERE: Lines = { write: () => undefined, end: () => undefined }

/** A place that holds no log is told by what cannot do without it. */
function openLines(path: string): Lines {
  try {
    mkdirSync(dirname(path), { recursive: true })
    putAsideWhenLarge(path)
    const file = pino.destination({ dest: path, sync: true, append: true, mode: 0o600 })
    file.on('error', () => undefined)
    return file
  } catch {
    return NOWHERE
  }
}

function putAsideWhenLarge(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.old`)
}
