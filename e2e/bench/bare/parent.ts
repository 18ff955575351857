import { app, utilityProcess, type UtilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import { readAnswer } from './read-answer.ts'

// Asks the model once and gives each of its children a job, which it does with the client that we use. BENCH_URL is the
// endpoint, BENCH_CHILDREN how many there are, BENCH_WARM has them started before the question.
app.disableHardwareAcceleration()
void app.whenReady().then(delegate)

const url = process.env['BENCH_URL'] ?? ''
const jobs = Array.from({ length: Number(process.env['BENCH_CHILDREN'] ?? 1) }, (_, index) => index + 1)

async function delegate(): Promise<void> {
  const warm = process.env['BENCH_WARM'] ? jobs.map(fork) : []
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: '{"messages":[]}' })
  await readAnswer(response)
  await Promise.all(jobs.map((job, index) => give(warm[index] ?? fork(), job)))
  app.exit(0)
}

const fork = (): UtilityProcess => utilityProcess.fork(fileURLToPath(new URL('child.js', import.meta.url)))

function give(child: UtilityProcess, job: number): Promise<void> {
  const goal = `Do what job M${job} asks for.`
  if (child.pid === undefined) child.once('spawn', () => child.postMessage({ url, goal }))
  else child.postMessage({ url, goal })
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
