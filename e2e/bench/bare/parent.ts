import { app, utilityProcess, type UtilityProcess } from 'electron'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { readAnswer } from './read-answer.ts'

// Asks the model once and gives each of its children a job, which it does with the client that we use. BENCH_URL is the
// endpoint, BENCH_CHILDREN how many there are, BENCH_WARM has them started before the question. With BENCH_TELLS they tell every
// word they hear, and how late that makes this process is printed: p99 in ms, without the first seconds.
app.disableHardwareAcceleration()
void app.whenReady().then(delegate)

const url = process.env['BENCH_URL'] ?? ''
const jobs = Array.from({ length: Number(process.env['BENCH_CHILDREN'] ?? 1) }, (_, index) => index + 1)

const RESOLUTION_MS = 2
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const texts: string[] = []

async function delegate(): Promise<void> {
  const warm = process.env['BENCH_WARM'] ? jobs.map(fork) : []
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: '{"messages":[]}' })
  await readAnswer(response)
  if (process.env['BENCH_TELLS']) setTimeout(() => delays.enable(), 5_000)
  await Promise.all(jobs.map((job, index) => give(warm[index] ?? fork(), job)))
  if (process.env['BENCH_TELLS'])
    process.stdout.write(`${delays.percentile(99) / 1e6 - RESOLUTION_MS}`, () => app.exit(0))
  else app.exit(0)
}

const fork = (): UtilityProcess => utilityProcess.fork(fileURLToPath(new URL('child.js', import.meta.url)))

function give(child: UtilityProcess, job: number): Promise<void> {
  const goal = `Do what job M${job} asks for.`
  if (child.pid === undefined) child.once('spawn', () => child.postMessage({ url, goal }))
  else child.postMessage({ url, goal })
  child.on('message', (word: string) => (texts[job] = `${texts[job] ?? ''}${word}`))
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
