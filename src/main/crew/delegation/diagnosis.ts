import type { WireError } from '../../../shared/errors.ts'
import type { RunSpec } from '../../../shared/run-protocol.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { EndRun, RunEnding } from './end-run.ts'

export type DiagnosisPorts = {
  readonly ledger: Ledger
  readonly logger: Logger
  /** Puts it beside the run's transcript, secrets masked; answers with the path as tools name it. */
  readonly writeDiagnostic: (run: RunRow, text: string) => Promise<string>
}

/** What is known of a process that a row does not hold. */
export type Symptoms = {
  readonly spec: RunSpec
  /** What it was at, e.g. `model`. */
  readonly phase: () => string
  /** The last things it said, oldest first. */
  readonly lastMessages: () => readonly string[]
}

/** Characters of the goal that stand in a diagnostic. */
const MOST_GOAL = 1_000

/**
 * Ends a run like `endRun`. Of one that failed without an answer of its model it first writes down what could help to find
 * out why, and names that file in the error.
 */
export function withDiagnosis(ports: DiagnosisPorts, endRun: EndRun, symptoms: Symptoms): EndRun {
  async function named(run: RunRow, ending: RunEnding): Promise<WireError | null> {
    const { error, exitReason } = ending
    const steps = ports.ledger.query.runs.find(run.id)?.steps ?? 0
    if (error === null || exitReason === 'stopped' || steps > 0) return error
    try {
      const diagnostic = await ports.writeDiagnostic(run, diagnosticText(run, ending, symptoms))
      return { ...error, details: { ...error.details, diagnostic } }
    } catch (thrown) {
      ports.logger.warn('run.not_diagnosed', { runId: run.id, error: thrown })
      return error
    }
  }
  return {
    ...endRun,
    held: async (run, ending) => endRun.held(run, { ...ending, error: await named(run, ending) }),
  }
}

/** Settings without secrets, sizes, phase, and the last words. */
function diagnosticText(
  run: RunRow,
  { exitReason, error }: RunEnding,
  { spec, phase, lastMessages }: Symptoms,
): string {
  const { endpoint, systemPrompt, entries } = spec
  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
  const facts: readonly (readonly [string, unknown])[] = [
    ['run', `${run.id}, attempt ${run.attempt}, depth ${run.depth}, agent ${run.agent}`],
    ['goal', run.task.goal.slice(0, MOST_GOAL)],
    ['ended', `${exitReason}, ${error?.code ?? 'no error'} ${JSON.stringify(error?.details ?? {})}`],
    ['phase', phase()],
    ['model', `${endpoint.model} at ${endpoint.baseUrl} (${endpoint.kind})`],
    ['key', endpoint.key === '' ? 'none' : 'set'],
    ['network', endpoint.network === undefined ? 'direct' : 'through a proxy, or with own authorities'],
    ['limits', `${spec.maxSteps} steps, ${spec.stallSeconds ?? 'the usual'} seconds without progress`],
    ['folder', spec.folder ?? 'none'],
    ['tools', `${spec.tools.length}: ${spec.tools.join(', ')}`],
    ['system prompt', `${Buffer.byteLength(systemPrompt)} bytes`],
    ['journal', `${entries.length} entries, ${bytes(entries)} bytes`],
    ['this process', `Node ${process.versions.node}, ${process.platform} ${process.arch}`],
  ]
  return [
    'A run ended without one answer of its model. What is known of it:',
    ...facts.map(([name, value]) => `${name}: ${String(value)}`),
    'last messages of its process:',
    ...(lastMessages().length === 0 ? ['none'] : lastMessages()),
    'likely causes: the endpoint is unreachable or never answers; the key or the model is wrong; its process could not start.',
    '',
  ].join('\n')
}
