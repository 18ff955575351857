import type { HostEvent } from '../../../shared/events.ts'
import { AppError, toAppError, type WireError } from '../../../shared/errors.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { HostServices } from '../handlers/services.ts'
import type { CliTexts } from './cli-texts.ts'
import type { AnswerCommand, RunCommand } from './parse-command.ts'
import { answerOf, refusalLine, type JobRows } from './job.ts'
import { EXIT, exitCodeOf } from './exit-code.ts'
import { watchJob, type JobEnd, type JobWatch } from './watch-job.ts'

export type JobPorts = {
  readonly clock: Clock
  readonly logger: Logger
  readonly texts: CliTexts
  readonly services: Pick<
    HostServices,
    'conversations' | 'folders' | 'approvals' | 'delegations' | 'breakers'
  >
  /** Whether delegation is paused. */
  readonly isPaused: () => boolean
  /** From now on this conversation is this process's to work on. */
  readonly claim: (id: ConversationId) => void
  /** Hands every event of the host to a listener from now on. */
  readonly listen: (listener: (event: HostEvent) => void) => void
  /** Hands the wish to end now to a listener. */
  readonly onInterrupt: (interrupt: () => void) => void
  readonly out: (line: string) => void
  readonly complain: (line: string) => void
}

/** Does one job and prints what came of it. Answers with the exit code; never throws. */
export async function doJob(ports: JobPorts, command: RunCommand | AnswerCommand): Promise<number> {
  const { complain, logger } = ports
  try {
    const begin = command.name === 'run' ? await prepareRun(ports, command) : prepareAnswer(ports, command)
    return report(ports, command, await follow(ports, command, begin))
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code === 'internal') logger.error('job.failed', { error: thrown })
    complain(told(ports, error.toWire()))
    if (command.json) ports.out(JSON.stringify(refusalLine(error.toWire())))
    return exitCodeOf(error)
  }
}

/** A job that is ready: its conversation is there, and `start` sets it off. */
type Ready = { readonly conversationId: ConversationId; readonly start: () => Promise<void> }

async function prepareRun(ports: JobPorts, command: RunCommand): Promise<Ready> {
  const { conversations } = ports.services
  const begun = command.demo ? await conversations.createDemo() : null
  const { id } = begun?.conversation ?? (await conversations.create(command.folder))
  if (command.folder !== null) await judgeFolder(ports, command.folder, command.trust)
  if (command.mode !== null) await conversations.setMode(id, command.mode)
  const task = command.task === '' && begun !== null ? begun.task : command.task
  return { conversationId: id, start: () => conversations.send(id, task) }
}

/** A folder speaks to agents only where a person said so: earlier, in the window, or by `--trust` now. */
async function judgeFolder(
  { services: { folders }, texts, complain }: JobPorts,
  folder: string,
  trust: boolean,
): Promise<void> {
  const found = await folders.inspect(folder)
  const { items } =
    trust && found.items.length > 0
      ? await folders.decide({ folder, trusted: true, items: found.items })
      : found
  const unused = items.filter(({ state }) => state !== 'accepted')
  if (unused.length > 0)
    complain(texts.text('untrusted', { files: unused.map(({ path }) => path).join(', ') }))
  if (trust && found.more > 0) complain(texts.text('leftOut', { count: found.more }))
}

function prepareAnswer({ services }: JobPorts, { approvalId, allow, note }: AnswerCommand): Ready {
  const question = services.approvals.pending().find(({ id }) => id === approvalId)
  if (!question) throw new AppError('not_found', `No open question ${approvalId}.`)
  const answer = { approvalId, hash: question.hash, allow, scope: 'once' as const, note }
  return { conversationId: question.conversationId, start: () => services.approvals.answer(answer) }
}

async function follow(
  ports: JobPorts,
  command: RunCommand | AnswerCommand,
  { conversationId, start }: Ready,
): Promise<JobEnd> {
  const { clock, services, out } = ports
  const watch: JobWatch = {
    clock,
    conversationId,
    timeoutSeconds: command.timeoutSeconds,
    rows: () => rowsOf(ports, conversationId),
    stop: () => services.delegations.stopAll(conversationId),
    print: (line) => command.json && out(JSON.stringify(line)),
  }
  const job = watchJob(watch)
  ports.claim(conversationId)
  ports.listen(job.onEvent)
  ports.onInterrupt(job.interrupt)
  await start()
  job.begun()
  return job.ended
}

/** A command works on one conversation, hence with one endpoint. */
function rowsOf({ services, isPaused }: JobPorts, id: ConversationId): JobRows {
  const { conversations, approvals, breakers } = services
  const { conversation, runs, entries } = conversations.open(id)
  return {
    conversation,
    runs,
    entries,
    questions: approvals.pending().filter((each) => each.conversationId === id),
    breaker: breakers.open()[0] ?? null,
    isPaused: isPaused(),
  }
}

/** At a terminal the settings are options. */
const told = ({ texts }: JobPorts, error: WireError): string =>
  error.code === 'model_missing' ? texts.text('modelMissing') : texts.error(error)

function report(ports: JobPorts, { json }: { json: boolean }, { state, rows, error }: JobEnd): number {
  const { texts, out, complain } = ports
  if (!json) out(answerOf(rows.entries))
  if (error) {
    complain(told(ports, error))
    return EXIT.failed
  }
  if (state.name === 'paused') {
    complain(texts.text('paused'))
    return EXIT.needsPerson
  }
  if (state.name === 'refused') {
    complain(texts.text('refused', { reason: told(ports, state.error) }))
    return EXIT.needsPerson
  }
  if (state.name !== 'needs_person') return EXIT.done
  for (const { asker, tool, target, id } of state.questions) {
    complain(texts.text('needsPerson', { asker: asker === '' ? 'Muster' : asker, tool, target, id }))
  }
  return EXIT.needsPerson
}
