import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { makePrivateFolder } from './private-folder.ts'
import {
  HEADER_BUDGET,
  TRANSCRIPT_BUDGET,
  transcriptLine,
  transcriptText,
  type Redact,
  type TranscriptRole,
} from './transcript-line.ts'

/** Streamed text is written when so much has come together, or when something else happens. */
const STREAM_CHARACTERS = 4_000

/** Only ever to its end, never through a link. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

export type TranscriptOptions = {
  /** The folder whose `.muster` holds the transcript. */
  readonly base: string
  readonly delegationId: string
  /** From 0; the file's number is one more. */
  readonly taskIndex: number
  /** First line, e.g. ids, agent and model. */
  readonly title: string
  readonly goal: string
  readonly context: string
  readonly clock: Clock
  readonly redact: Redact
  /** A write failed; nothing more is written. */
  readonly onSilenced: (failure: unknown) => void
}

/** What a person can follow of one run. No call waits for the disk, and none fails. */
export interface TranscriptFile extends AsyncDisposable {
  write(role: TranscriptRole, text: string): void
  /** Text as it comes; whole lines come of it. */
  stream(role: 'assistant' | 'thinking', text: string): void
  /** What was written until now is in the file, or lost for good. */
  settled(): Promise<void>
}

/** Where a run's transcript is, relative to its base folder, as tools name it. */
export const transcriptPath = (delegationId: string, taskIndex: number): string =>
  `.muster/delegations/${delegationId}/task-${taskIndex + 1}.log`

/** Begins a transcript with its header, or goes on with the one that an earlier attempt left. */
export function openTranscript(options: TranscriptOptions): TranscriptFile {
  const { clock, redact } = options
  const log = appendQueue(() => openWithHeader(options), options.onSilenced)
  let streamed: { role: 'assistant' | 'thinking'; text: string } | null = null

  function line(role: TranscriptRole, text: string): void {
    if (text.trim() !== '')
      log.append(transcriptLine(clock.now(), role, transcriptText(text, TRANSCRIPT_BUDGET[role], redact)))
  }
  function flush(): void {
    if (streamed !== null) line(streamed.role, streamed.text)
    streamed = null
  }
  return {
    write(role, text) {
      flush()
      line(role, text)
    },
    stream(role, text) {
      if (streamed?.role !== role) flush()
      streamed = { role, text: (streamed?.text ?? '') + text }
      if (streamed.text.length < STREAM_CHARACTERS) return
      const { now, later } = splitAtWord(streamed.text)
      line(role, now)
      streamed = { role, text: later }
    },
    settled: log.settled,
    async [Symbol.asyncDispose]() {
      flush()
      await log.close()
    },
  }
}

/** Never inside a word, so that no secret is cut in half before it is recognised. */
function splitAtWord(text: string): { now: string; later: string } {
  const end = text.search(/\s\S*$/)
  return end <= 0 ? { now: text, later: '' } : { now: text.slice(0, end), later: text.slice(end) }
}

async function openWithHeader(options: TranscriptOptions): Promise<FileHandle> {
  const { base, delegationId, taskIndex, title, goal, context, redact } = options
  const folder = await makePrivateFolder(base, 'delegations', delegationId)
  const file = await open(join(folder, `task-${taskIndex + 1}.log`), APPEND, 0o600)
  if ((await file.stat()).size > 0) return file
  const shown = (text: string): string => transcriptText(text, HEADER_BUDGET, redact)
  const lines = [
    `# ${shown(title)}`,
    `# goal: ${shown(goal)}`,
    ...(context === '' ? [] : [`# context: ${shown(context)}`]),
  ]
  await file.appendFile(`${lines.join('\n')}\n`)
  return file
}

/** Appends in order, many lines at once when the disk is slow. After a failure it is silent. */
function appendQueue(openFile: () => Promise<FileHandle>, onSilenced: (failure: unknown) => void) {
  let waiting = ''
  let silent = false
  const silence = (failure: unknown): null => {
    if (!silent) onSilenced(failure)
    silent = true
    return null
  }
  const opened = openFile().catch(silence)
  let work: Promise<unknown> = opened

  async function writeOut(): Promise<void> {
    const file = await opened
    const text = waiting
    waiting = ''
    if (file !== null && text !== '' && !silent) await file.appendFile(text).catch(silence)
  }
  return {
    append(line: string): void {
      if (silent) return
      const isBooked = waiting !== ''
      waiting += line
      if (!isBooked) work = work.then(writeOut)
    },
    settled: async (): Promise<void> => void (await work),
    async close(): Promise<void> {
      await work
      await (await opened)?.close().catch(silence)
      silent = true
    },
  }
}
