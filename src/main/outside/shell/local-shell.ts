import type { Found, ProcessGate, Shell, ShellOutcome } from '../../core/tools/ports.ts'
import { pause, SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import type { Environment } from './environment.ts'
import { startGated, type GatedProcess } from './gated-process.ts'
import { createHeadAndTail, type HeadAndTail } from './head-and-tail.ts'
import { endGroup, GRACE_MS } from './process-group.ts'
import { processStart } from './process-identity.ts'

/** What is kept of a command's output: the beginning tells what it does, the end how it went. */
const HEAD_BYTES = 16 * 1_024
const TAIL_BYTES = 24 * 1_024

/** What a command has to end by itself when it is stopped: less than the ladder leaves whoever has to tell of it. */
const STOP_GRACE_MS: Millis = SECOND

/** How long pipes may stay open after a command's own end: longer only when something it started still holds them. */
const DRAIN_MS: Millis = 100

export type LocalShellOptions = {
  readonly clock: Clock
  readonly gate: ProcessGate
  /** All that a command sees: nothing is inherited. */
  readonly environment: Environment
  /** The absolute path of a folder of the workspace, or why it is none. */
  readonly folderOf: (path: string) => Promise<Found<string>>
  /** Called with whatever a command says. */
  readonly onOutput?: () => void
}

/** Runs command lines on this machine, unconfined. */
export function createLocalShell(options: LocalShellOptions): Shell {
  return {
    async run(command, limits) {
      const folder = await options.folderOf(limits.cwd)
      if (!folder.ok) return folder
      const gated = startGated(command, folder.value, options.environment)
      if (gated === null) return { ok: false, problem: 'unreadable', similar: [] }
      return { ok: true, value: await see(gated, options, limits) }
    },
  }
}

/** `refused`: stopped before it could run. */
type End = 'ended' | 'timed_out' | 'stopped' | 'refused'

type Limits = { readonly timeoutMs: Millis; readonly signal: AbortSignal }

/** Runs it and keeps what it says. */
async function see(gated: GatedProcess, options: LocalShellOptions, limits: Limits): Promise<ShellOutcome> {
  const { clock } = options
  const { child, exited, closed } = gated
  const output = createHeadAndTail(HEAD_BYTES, TAIL_BYTES)
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.on('data', output.add)
    if (options.onOutput) pipe?.on('data', options.onOutput)
  }
  const begun = clock.elapsed()
  const end = await untilGone(gated, options, limits)
  const { exitCode, signal } = await exited
  await Promise.race([closed, pause(clock, DRAIN_MS)])
  child.stdout?.destroy()
  child.stderr?.destroy()
  const durationMs = Math.round(clock.elapsed() - begun)
  const status = end === 'refused' ? { exitCode: null, signal: null } : { exitCode, signal }
  return { ...kept(output), ...status, timedOut: end === 'timed_out', durationMs }
}

/** Lets it through the gate, and does not go before the last process of the group has gone, whatever happens. */
async function untilGone(gated: GatedProcess, options: LocalShellOptions, limits: Limits): Promise<End> {
  const { clock, gate } = options
  const { groupId, exited, closed } = gated
  try {
    await gate.started(groupId, (await processStart(groupId)) ?? '')
    if (limits.signal.aborted) return 'refused'
    gated.open()
    const end = await untilDone(exited, clock, limits)
    if (end === 'ended') await Promise.race([closed, pause(clock, DRAIN_MS)])
    return end
  } finally {
    gated.close()
    await endGroup(groupId, clock, limits.signal.aborted ? STOP_GRACE_MS : GRACE_MS)
    await gate.ended(groupId)
  }
}

function kept(output: HeadAndTail): Pick<ShellOutcome, 'output' | 'omittedBytes'> {
  const { text, omittedBytes } = output.read()
  return { output: text, omittedBytes }
}

/** Whichever comes first: the command's own end, its time-out, or a stop. */
function untilDone(exited: Promise<unknown>, clock: Clock, { timeoutMs, signal }: Limits): Promise<End> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(timeoutMs, () => settle('timed_out'))
    const stop = (): void => settle('stopped')
    const settle = (how: End): void => {
      timer[Symbol.dispose]()
      signal.removeEventListener('abort', stop)
      resolve(how)
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    void exited.then(() => settle('ended'))
  })
}
