import { _electron, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationView } from '../../src/shared/conversation.ts'
import { windowEnvironment } from '../fixtures/environment.ts'
import { ROOT } from '../fixtures/places.ts'
import { isAlive, workersOf } from '../fixtures/processes.ts'
import { callHost } from '../fixtures/window.ts'
import type { Benchmark, Measure } from './benchmark.ts'
import { calls, says, startTimedEndpoint, type TimedEndpoint } from './endpoint.ts'

/** Writes down its own id, and does not mind being asked to end. */
const DEAF = `trap "" TERM; echo $$ > pid; while :; do sleep 0.1; done`

/** How a run is ended, and what stands still when it is. */
type Ending = { readonly now: boolean; readonly frozen: boolean }

/** From the stop of a run whose command ignores SIGTERM to none of its processes left. */
export const stop = killBenchmark({
  name: 'stop → nothing left, command ignores SIGTERM',
  ending: { now: false, frozen: false },
  atMost: 5_000,
})

/** The worst that can be: nobody is there to end the command, and the worker does not hear. */
export const stopFrozen = killBenchmark({
  name: 'stop → nothing left, the worker stands still, too',
  ending: { now: false, frozen: true },
  atMost: 5_000,
})

export const hardKill = killBenchmark({
  name: 'hard kill → nothing left, worker and command deaf',
  ending: { now: true, frozen: true },
  atMost: 2_000,
})

type Kill = { readonly name: string; readonly ending: Ending; readonly atMost: number }

function killBenchmark({ name, ending, atMost }: Kill): Benchmark {
  return {
    name,
    beside: ending.now ? 'SIGKILL to a group of two processes' : 'SIGTERM to it, SIGKILL two seconds later',
    unit: 'ms',
    rounds: 3,
    goals: [{ of: 'ours', atMost }],
    async setUp() {
      const [data, folder] = [temporary(), temporary()]
      const endpoint = await startTimedEndpoint()
      const app = await _electron.launch({
        args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ROOT],
        cwd: ROOT,
        env: windowEnvironment({ MUSTER_DATA: data }),
      })
      const page = await app.firstWindow()
      await page.getByTestId('composer').focus()
      const model = [
        { path: 'model.baseUrl', value: endpoint.baseUrl },
        { path: 'model.name', value: 'bench' },
      ]
      await callHost(page, 'settings.change', { changes: model })
      return {
        ours: stopOurs({ page, folder, endpoint, pid: app.process().pid ?? 0 }, ending),
        bare: stopBare(ending.now),
        async [Symbol.asyncDispose]() {
          await app.close()
          await endpoint[Symbol.asyncDispose]()
          for (const made of [data, folder]) rmSync(made, { recursive: true })
        },
      }
    },
  }
}

const temporary = (): string => mkdtempSync(join(tmpdir(), 'muster-bench-'))

type Stage = {
  readonly page: Page
  readonly folder: string
  readonly endpoint: TimedEndpoint
  /** Of main. */
  readonly pid: number
}

const stopOurs =
  ({ page, folder, endpoint, pid }: Stage, { now, frozen }: Ending): Measure =>
  async () => {
    rmSync(join(folder, 'pid'), { force: true })
    endpoint.answerWith(({ body }) => {
      if (body.includes('"tool"')) return [says('done')]
      return body.includes('Run it now.') && !body.includes('Hand it on.')
        ? [calls('shell', { command: DEAF })]
        : [calls('delegate', { tasks: [{ goal: 'Run it now.' }] })]
    })
    const { id } = await callHost(page, 'conversation.create', { folder })
    await callHost(page, 'conversation.send', { conversationId: id, text: 'Hand it on.' })
    const open = () => callHost(page, 'conversation.open', { conversationId: id })
    const approval = await until(async () =>
      (await callHost(page, 'host.snapshot', undefined)).approvals.at(0),
    )
    await callHost(page, 'approval.answer', {
      ...{ approvalId: approval.id, hash: approval.hash },
      ...{ allow: true, scope: 'once' as const, note: '' },
    })
    const command = await deafCommandIn(folder)
    const run = (await open()).runs.at(-1)
    if (!run) throw new Error('There is no run to stop.')
    const workers = workersOf(pid)
    if (frozen) for (const worker of workers) process.kill(worker, 'SIGSTOP')
    const begun = performance.now()
    await callHost(page, 'run.stop', { runId: run.id, now })
    await until(() => [...workers, command].every((each) => !isAlive(each)) || undefined)
    const took = performance.now() - begun
    await until(async () => isAtRest((await open()).conversation) || undefined) // or closing would ask first
    return took
  }

const isAtRest = ({ turn, liveRuns, pendingDeliveries }: ConversationView): boolean =>
  turn === 'idle' && liveRuns === 0 && pendingDeliveries === 0

/** What a program of ten lines would do. */
const stopBare =
  (now: boolean): Measure =>
  async () => {
    const folder = temporary()
    const child = spawn('/bin/bash', ['-c', DEAF], { cwd: folder, detached: true, stdio: 'ignore' })
    const command = await deafCommandIn(folder)
    const begun = performance.now()
    if (!now) {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await sleep(2_000)
    }
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await until(() => !isAlive(command) || undefined)
    const took = performance.now() - begun
    rmSync(folder, { recursive: true })
    return took
  }

const deafCommandIn = (folder: string): Promise<number> =>
  until(() => {
    const file = join(folder, 'pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined
  })

/** Looks every few ms until there is something; gives up after half a minute. */
async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 6_000; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(5)
  }
  throw new Error('It never happened.')
}
