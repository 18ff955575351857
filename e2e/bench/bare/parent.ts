import { app, utilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import { readAnswer } from './read-answer.ts'

// Asks the model once and hands what it says to a child, which asks with the client that we use. BENCH_URL is the
// endpoint.
app.disableHardwareAcceleration()
void app.whenReady().then(delegate)

async function delegate(): Promise<void> {
  const url = process.env['BENCH_URL'] ?? ''
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: '{"messages":[]}' })
  const answer = await readAnswer(response)
  const child = utilityProcess.fork(fileURLToPath(new URL('child.js', import.meta.url)))
  child.once('spawn', () => child.postMessage({ url, call: answer.tools[0]?.id }))
  child.once('exit', (code) => app.exit(code))
}
