import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment } from '../fixtures/environment.ts'
import { LAUNCHER } from '../fixtures/places.ts'
import { bareProgram } from './bare-programs.ts'

export type Started = {
  readonly spawnedAt: number
  /** Of the main process. */
  readonly pid: number
  /** What it printed. Rejects when it ends with anything but 0. */
  readonly ended: Promise<string>
}

const ELECTRON = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '', 'electron')

/** What our launcher gives Electron where there is no display, see resources/bin/muster. */
const HEADLESS = ['--no-sandbox', '--ozone-platform=headless', '--disable-gpu', '--log-level=3']

export const startBare = (
  name: Parameters<typeof bareProgram>[0],
  baseUrl: string,
  env: Record<string, string> = {},
): Started => follow(ELECTRON, [...HEADLESS, bareProgram(name)], { BENCH_URL: baseUrl, ...env })

/** `muster run`, over a new data folder. */
export function startMuster(args: readonly string[], baseUrl: string): Started {
  const data = mkdtempSync(join(tmpdir(), 'muster-bench-'))
  const model = ['--base-url', baseUrl, '--model', 'bench', '--data', data]
  const started = follow(LAUNCHER, ['run', 'go', ...model, ...args], {})
  const ended = started.ended.finally(() => rmSync(data, { recursive: true, force: true }))
  return { ...started, ended }
}

function follow(command: string, args: readonly string[], env: Record<string, string>): Started {
  const spawnedAt = performance.now()
  const child = spawn(command, args, { env: commandEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] })
  return { spawnedAt, pid: child.pid ?? 0, ended: endOf(child) }
}

function endOf(child: ChildProcess): Promise<string> {
  let [said, complaints] = ['', '']
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()))
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${child.spawnfile} ended with ${code}:\n${complaints}`)),
    )
  })
  ended.catch(() => undefined) // whoever waits for it sees the fault
  return ended
}
