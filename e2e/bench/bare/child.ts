type Port = {
  once(event: 'message', listener: (message: { data: Task }) => void): void
  postMessage(message: string): void
}
type Task = { readonly url: string; readonly goal: string }
type Call = { readonly id: string }

// A sub-agent of which nothing is left but its questions: as long as it is told to call a tool, it asks again.
const { parentPort } = process as unknown as { parentPort: Port }
const loading = process.env['BENCH_WARM'] ? import('openai') : null
parentPort.once('message', ({ data }) => void work(data).then(() => process.exit(0)))

async function work({ url, goal }: Task): Promise<void> {
  const { OpenAI } = await (loading ?? import('openai'))
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 })
  const messages: object[] = [{ role: 'user', content: goal }]
  for (let calling = true; calling;) {
    const stream = await client.chat.completions.create({
      model: 'bench',
      stream: true,
      messages: messages as [],
    })
    const calls: Call[] = []
    for await (const { choices } of stream) {
      const { tool_calls, content } = choices[0]?.delta ?? {}
      calls.push(...((tool_calls ?? []) as Call[]))
      if (process.env['BENCH_TELLS']) parentPort.postMessage(content ?? '')
    }
    calling = calls.length > 0
    messages.push({ role: 'assistant', content: '', tool_calls: calls })
    for (const { id } of calls) messages.push({ role: 'tool', tool_call_id: id, content: 'one line\n' })
  }
}
