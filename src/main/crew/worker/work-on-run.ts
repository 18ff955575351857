import { toAppError } from '../../../shared/errors.ts'
import type { RunCallInput, RunSpec } from '../../../shared/run-protocol.ts'
import { growJournal } from '../../core/agent/journal.ts'
import { runAgent, type AgentEnd } from '../../core/agent/run-agent.ts'
import { stepsSoFar } from '../../core/agent/run-agent.ts'
import { createToolBox } from '../../core/tools/tool-box.ts'
import { pause, type Clock } from '../../platform/clock.ts'
import type { Naps } from '../../platform/naps.ts'
import type { Ids } from '../../platform/ids.ts'
import type { MainLine } from './main-line.ts'
import { relayedEndpoint } from './ports/relayed-endpoint.ts'
import { relayedGate } from './ports/relayed-gate.ts'
import { relayedInbox } from './ports/relayed-inbox.ts'
import { joinStream } from './ports/stream-joiner.ts'
import { tellMoved } from './ports/tell-moved.ts'
import { workerTools } from './ports/worker-tools.ts'

export type Work = {
  readonly spec: RunSpec
  readonly line: MainLine
  readonly clock: Clock
  readonly ids: Ids
  readonly naps: Naps
  readonly signal: AbortSignal
}

/** Runs the loop that main runs too, over ports that ask main, and tells how it ended. */
export async function workOnRun(work: Work): Promise<void> {
  const { exitReason, error } = await run(work).then(toEnding, failed)
  await work.line.ask('run.finished', { exitReason, error })
}

async function run({ spec, line, clock, ids, naps, signal }: Work): Promise<AgentEnd> {
  const journal = growJournal(
    spec.entries,
    (parentId, content, usage) => line.ask('journal.append', { parentId, content, usage }),
    (usage) => line.ask('model.charged', usage),
  )
  const onMoved = tellMoved(clock, line)
  const stream = joinStream(clock, (delta) => line.note({ type: 'delta', ...delta }))
  return runAgent(
    {
      systemPrompt: spec.systemPrompt,
      maxSteps: Math.max(0, spec.maxSteps - stepsSoFar(journal)),
      endpoint: relayedEndpoint({ spec, line, clock, ids, onBytes: onMoved }),
      tools: createToolBox(await workerTools({ spec, line, ids, clock, onOutput: onMoved })),
      journal,
      inbox: relayedInbox(line, journal),
      permissions: relayedGate(line),
      onlooker: {
        streamed: (delta) => stream.add(delta),
        working: (activity) => line.note({ type: 'progress', ...activity }),
        pausing: (pause) => line.note({ type: 'pause', pause }),
      },
      elapsed: () => clock.elapsed(),
      hasSlept: naps.since,
      pause: (ms, ended) => pause(clock, ms, ended),
    },
    signal,
  )
}

type Ending = RunCallInput<'run.finished'>

const toEnding = (end: AgentEnd): Ending =>
  end.reason === 'error'
    ? { exitReason: 'error', error: { code: end.code, details: end.details } }
    : { exitReason: end.reason, error: null }

/** The one place where a bug of the loop becomes a failed run. */
const failed = (thrown: unknown): Ending => ({ exitReason: 'error', error: toAppError(thrown).toWire() })
