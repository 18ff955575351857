import { app } from 'electron'
import { readAnswer } from './read-answer.ts'

// A conversation as a loop of bare fetches: what the model said and one tool result are added, nothing is kept,
// and as long as it calls a tool it is asked again. BENCH_URL is the endpoint.
app.disableHardwareAcceleration()
void app
  .whenReady()
  .then(converse)
  .then(() => app.exit(0))

async function converse(): Promise<void> {
  const messages: object[] = [
    { role: 'system', content: 'prompt' },
    { role: 'user', content: 'go' },
  ]
  for (let calling = true; calling;) {
    const { text, tools } = await readAnswer(await ask(messages))
    calling = tools.length > 0
    messages.push({ role: 'assistant', content: text, tool_calls: tools })
    for (const { id } of tools) messages.push({ role: 'tool', tool_call_id: id, content: 'one line\n' })
  }
}

const ask = (messages: readonly object[]): Promise<Response> =>
  fetch(`${process.env['BENCH_URL']}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'bench', stream: true, messages }),
  })
