import { _electron, type ElectronApplication } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVENT_CHANNEL } from '../../src/shared/bridge.ts'
import { windowEnvironment } from '../fixtures/environment.ts'
import { readLedger } from '../fixtures/ledger.ts'
import { ROOT } from '../fixtures/places.ts'
import type { Benchmark } from './benchmark.ts'
import { startBare } from './start.ts'
import { startStreamingEndpoint, type Flow, type StreamingEndpoint } from './streaming-endpoint.ts'

const FLOW: Flow = { children: 20, eventsASecond: 200, seconds: 30 }

/** Messages a second that a window may be sent. */
const MOST_MESSAGES = 30

/** How late main is while twenty children stream: what a person who types then would wait. */
export const streams: Benchmark = {
  name: '20 children × 200 events a second: main’s delay, p99',
  beside: 'a main process that joins what utility processes tell it',
  unit: 'ms',
  rounds: 2,
  goals: [{ of: 'ours', atMost: 25 }],
  setUp: () =>
    Promise.resolve({
      ours: measureOurs,
      bare: measureBare,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
}

async function measureBare(): Promise<number> {
  await using endpoint = await startStreamingEndpoint(FLOW)
  const env = { BENCH_CHILDREN: `${FLOW.children}`, BENCH_TELLS: '1' }
  return Number(await startBare('parent', endpoint.baseUrl, env).ended)
}

async function measureOurs(): Promise<number> {
  await using endpoint = await startStreamingEndpoint(FLOW)
  const data = mkdtempSync(join(tmpdir(), 'muster-bench-'))
  const delegation = { maxConcurrentRuns: FLOW.children, maxTasksPerCall: FLOW.children }
  writeFileSync(
    join(data, 'settings.json'),
    JSON.stringify({ model: { baseUrl: endpoint.baseUrl, name: 'bench' }, delegation }),
  )
  const app = await _electron.launch({
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ROOT],
    cwd: ROOT,
    env: windowEnvironment({ MUSTER_DATA: data }),
  })
  try {
    return await watch(app, endpoint, data)
  } finally {
    await app.close()
    rmSync(data, { recursive: true })
  }
}

async function watch(app: ElectronApplication, endpoint: StreamingEndpoint, data: string): Promise<number> {
  const page = await app.firstWindow()
  await page.getByTestId('composer').fill('go')
  await page.getByTestId('composer').press('Enter')
  await endpoint.allStream
  await app.evaluate(beginWatching, EVENT_CHANNEL)
  await endpoint.allSaid
  const { p99, messages, seconds } = await app.evaluate(endWatching)
  if (messages / seconds > MOST_MESSAGES) throw new Error(`${messages} messages in ${seconds} s to a window.`)
  await untilWhole(endpoint, data)
  return p99
}

type Watch = {
  readonly delays: { percentile(of: number): number }
  readonly begun: number
  messages: number
}
type Electron = { readonly BrowserWindow: typeof Electron.CrossProcessExports.BrowserWindow }

/** Runs in main. */
function beginWatching({ BrowserWindow }: Electron, channel: string): void {
  const { monitorEventLoopDelay } = process.getBuiltinModule('perf_hooks')
  const delays = monitorEventLoopDelay({ resolution: 2 })
  delays.enable()
  const watch: Watch = { delays, begun: performance.now(), messages: 0 }
  Object.assign(globalThis, { benchWatch: watch })
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    const send = webContents.send.bind(webContents)
    webContents.send = (name: string, ...rest: unknown[]) => {
      if (name === channel) watch.messages++
      send(name, ...rest)
    }
  }
}

/** Runs in main. Every sample contains the time between two of them. */
function endWatching(): { p99: number; messages: number; seconds: number } {
  const { delays, begun, messages } = (globalThis as unknown as { benchWatch: Watch }).benchWatch
  return {
    p99: delays.percentile(99) / 1e6 - 2,
    messages,
    seconds: (performance.now() - begun) / 1_000,
  }
}

/** What every child was told stands in the ledger, to the byte. */
async function untilWhole({ sent }: StreamingEndpoint, data: string): Promise<void> {
  const told = [...sent.values()].sort()
  for (let looks = 0; looks < 100; looks++) {
    const rows = readLedger<{ content: string }>(
      data,
      `select content from entries where run_id is not null and kind = 'assistant'`,
    )
    const kept = rows.map(({ content }) => (JSON.parse(content) as { text: string }).text).sort()
    if (kept.length === told.length && kept.every((text, index) => text === told[index])) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('What was streamed is not what stands in the ledger.')
}
