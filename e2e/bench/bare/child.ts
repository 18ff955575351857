type Port = { once(event: 'message', listener: (message: { data: Task }) => void): void }
type Task = { readonly url: string; readonly call: string }

// A sub-agent of which nothing is left but its one question.
const { parentPort } = process as unknown as { parentPort: Port }
parentPort.once('message', ({ data }) => void ask(data).then(() => process.exit(0)))

async function ask({ url, call }: Task): Promise<void> {
  const { OpenAI } = await import('openai')
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 })
  const stream = await client.chat.completions.create({
    model: 'bench',
    stream: true,
    messages: [{ role: 'user', content: `Do what ${call} asks for.` }],
  })
  for await (const _chunk of stream);
}
