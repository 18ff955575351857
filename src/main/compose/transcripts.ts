import { mkdirSync } from 'node:fs'
import type { EntryContent, ToolCall } from '../../shared/entry.ts'
import type { DelegationId, RunId } from '../../shared/ids.ts'
import type { Transcripts } from '../crew/delegation/transcripts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'
import { keepManifests } from './manifests.ts'
import { openTranscript, type TranscriptFile } from '../store/workspace/transcript-file.ts'
import type { TranscriptRole } from '../store/workspace/transcript-line.ts'

export type TranscriptParts = {
  readonly clock: Clock
  readonly logger: Logger
  readonly redact: (line: string) => string
  /** The path, command or goal of a call in one line. */
  readonly targetOf: (call: ToolCall) => string
  /** The folder whose `.muster` holds what is written about a run. */
  readonly recordsFolder: (run: RunRow) => string
  /** All runs of a delegation as they are now. */
  readonly runsOf: (id: DelegationId) => readonly RunRow[]
  readonly ids: Ids
}

type Line = readonly [role: TranscriptRole, text: string]

/** Writes what runs do into their files. After a restart a file is simply gone on with. */
export function createTranscripts(parts: TranscriptParts): Transcripts & AsyncDisposable {
  const open = new Map<RunId, TranscriptFile>()

  function fileOf(run: RunRow): TranscriptFile {
    const file = open.get(run.id) ?? openFile(run, parts)
    open.set(run.id, file)
    return file
  }
  const manifests = keepManifests(parts)
  const close = async (id: RunId): Promise<void> => {
    const file = open.get(id)
    open.delete(id)
    await file?.[Symbol.asyncDispose]()
  }
  function end(run: RunRow): void {
    fileOf(run).write('final', finalLine(run))
    void close(run.id)
    manifests.write(run)
  }
  let mended: Promise<void> = Promise.resolve()
  return {
    open(runs) {
      for (const run of runs) fileOf(run)
      if (runs[0]) manifests.write(runs[0])
    },
    entry(run, { content }) {
      const file = fileOf(run)
      for (const [role, text] of linesOf(content, parts.targetOf)) file.write(role, text)
    },
    end,
    mend(runs) {
      mended = mended.then(async () => (await manifests.outdated(runs)).forEach(end))
    },
    async [Symbol.asyncDispose]() {
      await mended
      await Promise.all([...open.keys()].map(close))
      await manifests.settled()
    },
  }
}

/** A run without a folder keeps its records in a place of ours; nobody's folder is made again that somebody removed. */
function makeHome(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch {
    // the transcript finds no place then, and says so
  }
}

function openFile(run: RunRow, { clock, logger, redact, recordsFolder }: TranscriptParts): TranscriptFile {
  const base = recordsFolder(run)
  if (run.folder === null) makeHome(base)
  return openTranscript({
    base,
    delegationId: run.delegationId,
    taskIndex: run.taskIndex,
    title: `${run.id} · ${run.agent} · ${run.model}`,
    goal: run.task.goal,
    context: run.task.context,
    clock,
    redact,
    onSilenced: (error) => logger.warn('transcript.silenced', { runId: run.id, error }),
  })
}

function linesOf(content: EntryContent, targetOf: (call: ToolCall) => string): Line[] {
  switch (content.kind) {
    case 'user':
      return [] // the goal stands in the header
    case 'assistant':
      return [
        ['thinking', content.thinking],
        ['assistant', content.text],
        ...content.toolCalls.map((call): Line => [
          'call',
          `${call.name} ${targetOf(call) || call.arguments}`,
        ]),
      ]
    case 'tool_result':
      return [['result', `${content.tool} ${content.ok ? 'ok' : 'ERROR'}: ${content.text}`]]
    case 'delivery':
      return [['result', content.text]]
    case 'interrupted':
      return [['assistant', `${content.text} [interrupted]`]]
    case 'notice':
      return [['diagnostic', content.text]]
    case 'failure':
      return [['diagnostic', content.code]]
  }
}

const finalLine = ({ state, exitReason, result }: RunRow): string =>
  [`${state} (${exitReason})`, result?.error?.code ?? '', result?.summary ?? '']
    .filter((part) => part !== '')
    .join(': ')
