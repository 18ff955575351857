import { loadClient } from './openai-model.ts'

const ANSWER = `data: {"choices":[{"index":0,"delta":{"content":"."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`

/**
 * Has the client ask and read an answer that never was on a network: what runs for the first time runs several times
 * slower, and a process that stands ready has the time.
 */
export async function rehearse(): Promise<void> {
  const { OpenAI } = await loadClient()
  const client = new OpenAI({
    baseURL: 'http://rehearsal.invalid/v1',
    apiKey: 'none',
    maxRetries: 0,
    logLevel: 'off',
    fetch: () => Promise.resolve(new Response(ANSWER, { headers: { 'content-type': 'text/event-stream' } })),
  })
  const answer = await client.chat.completions.create({ model: 'none', messages: [], stream: true })
  for await (const _piece of answer);
}
