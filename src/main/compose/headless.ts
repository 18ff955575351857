import { app, safeStorage } from 'electron'
import type { HostEvent } from '../../shared/events.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { createCliTexts } from '../app/cli/cli-texts.ts'
import { watchForCrashes } from '../app/crashes.ts'
import { refusalLine } from '../app/cli/job.ts'
import { doJob, type JobPorts } from '../app/cli/do-job.ts'
import type { AnswerCommand, RunCommand } from '../app/cli/parse-command.ts'
import { EXIT, exitCodeOf } from '../app/cli/exit-code.ts'
import { createFullDiskTeller } from '../app/cli/tell-full-disk.ts'
import { createHeldUpTeller } from '../app/cli/tell-held-up.ts'
import { systemEncryption } from '../app/settings/encryption.ts'
import { closestLanguage, languageInForce } from '../app/system-facts.ts'
import { toAppError } from '../../shared/errors.ts'
import { createUtilityLauncher } from '../app/utility-child.ts'
import { makeDataFolder } from './data-folder.ts'
import { layFoundation } from './foundation.ts'
import { openPower } from './power.ts'
import { openRuntime } from './runtime.ts'
import { home, RESOURCES, WORKER } from './places.ts'

/**
 * Does one job without a window and ends the process with its exit code.
 *
 * Returns before that: Electron is not ready until the main module has been evaluated.
 */
export function runHeadless(command: RunCommand | AnswerCommand): void {
  app.disableHardwareAcceleration()
  app.dock?.hide()
  void conclude(command, catchInterrupts())
}

/** Whoever started this wants it to end, or does not listen any more. What is under way ends and is kept. */
type Interrupts = { listen(interrupt: () => void): void }

function catchInterrupts(): Interrupts {
  let isInterrupted = false
  let interrupt = (): void => undefined
  const tell = (): void => {
    isInterrupted = true
    interrupt()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, tell)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', tell)
  app.on('before-quit', (event) => {
    event.preventDefault()
    tell()
  })
  return {
    listen(listener) {
      interrupt = listener
      if (isInterrupted) listener()
    },
  }
}

async function conclude(command: RunCommand | AnswerCommand, interrupts: Interrupts): Promise<void> {
  await app.whenReady()
  const texts = createCliTexts(spokenLanguage())
  const complain = (line: string): void => void process.stderr.write(`${line}\n`)
  try {
    if (isRefused(command)) {
      complain(texts.text('fullRefused'))
      return void (await leave(EXIT.badInput))
    }
    await leave(await work(command, { texts, complain, onInterrupt: interrupts.listen }))
  } catch (thrown) {
    const error = toAppError(thrown)
    complain(texts.error(error.toWire()))
    if (error.code === 'internal' && error.stack) complain(error.stack)
    if (command.json) process.stdout.write(`${JSON.stringify(refusalLine(error.toWire()))}\n`)
    await leave(exitCodeOf(error))
  }
}

/** Full needs somebody who can see what it does, or who has said so on purpose. */
const isRefused = (command: RunCommand | AnswerCommand): boolean =>
  command.name === 'run' &&
  command.mode === 'full' &&
  !process.stdin.isTTY &&
  process.env['MUSTER_ALLOW_FULL'] !== '1'

const spokenLanguage = () => closestLanguage(app.getPreferredSystemLanguages())

/** Nobody looks on who could see to something, or wants a notification. */
const NOBODY = {
  isAttended: false,
  onBreakerOpened: () => undefined,
  onBudgetSpent: () => undefined,
  onDelivery: () => undefined,
  onTurnEnded: () => undefined,
} as const

type Voice = Pick<JobPorts, 'texts' | 'complain' | 'onInterrupt'>

async function work(command: RunCommand | AnswerCommand, voice: Voice): Promise<number> {
  const dataFolder = await makeDataFolder(command.data, process.env, app.getPath('userData'))
  const full = command.name === 'run' && command.mode === 'full'
  const foundation = await layFoundation({
    dataFolder,
    encryption: systemEncryption(safeStorage, process.platform),
    overrides: [...command.settings, ...(full ? [{ path: 'permissions.fullModeEnabled', value: true }] : [])],
    baseUrl: command.baseUrl,
    onSettingsChanged: () => undefined,
  })
  const { clock, logger, redactor, settings } = foundation
  for (const problem of [settings.problem, foundation.networkProblem])
    if (problem !== null) voice.complain(voice.texts.error(problem.toWire()))
  watchForCrashes(app, logger)
  const own = new Set<ConversationId>()
  const listeners = tellersOf(voice)
  const runtime = await openRuntime({
    ...foundation,
    language: () => languageInForce(foundation.settings.current(), { language: spokenLanguage() }),
    home: home(),
    resources: RESOURCES,
    redact: redactor.redact,
    launch: createUtilityLauncher(WORKER, logger),
    announce: (event) => listeners.forEach((listen) => listen(event)),
    mayBegin: (id) => own.has(id),
    ...NOBODY,
  })
  const power = openPower(foundation, runtime)
  listeners.push(power.announce)
  try {
    return await doJob(
      {
        ...voice,
        clock,
        logger,
        services: runtime,
        isPaused: () => settings.current().delegation.paused,
        claim: (id) => void own.add(id),
        listen: (listener) => void listeners.push(listener),
        out: (line) => void process.stdout.write(`${line}\n`),
      },
      command,
    )
  } finally {
    power[Symbol.dispose]()
    await runtime[Symbol.asyncDispose]()
  }
}

/** Who says on the way what holds the job up. */
const tellersOf = ({ texts, complain }: Voice): ((event: HostEvent) => void)[] => [
  createFullDiskTeller(texts, complain),
  createHeldUpTeller(texts, complain),
]

/** What was written has to leave before the process does. */
async function leave(code: number): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))),
  )
  app.exit(code)
}
