import type { Agent } from './agent.ts'
import { toMessages } from './messages.ts'
import type { ModelEvent } from './ports.ts'

type Answer = Exclude<ModelEvent, { type: 'delta' }>

/** One model call: streams to the onlooker, journals the answer. What was seen of an answer that never ended is kept. */
export async function askModel(agent: Agent, signal: AbortSignal): Promise<Answer> {
  const { model, journal, tools, onlooker } = agent
  const messages = toMessages(agent.systemPrompt, journal.entries)
  onlooker.working({ tool: '', target: '' })
  let seen = { text: '', thinking: '' }
  for await (const event of model.stream({ messages, tools: tools.signatures }, signal)) {
    if (event.type === 'delta') {
      seen = { text: seen.text + event.text, thinking: seen.thinking + event.thinking }
      onlooker.streamed({ text: event.text, thinking: event.thinking, reset: false })
      continue
    }
    await record(agent, event, seen)
    onlooker.streamed({ text: '', thinking: '', reset: true })
    return event
  }
  return { type: 'failed', failure: { code: 'model_cut', details: {}, retryAfterMs: null } }
}

async function record(
  { journal, model }: Agent,
  answer: Answer,
  seen: { text: string; thinking: string },
): Promise<void> {
  if (answer.type === 'failed') {
    if (seen.text !== '' || seen.thinking !== '') await journal.append({ kind: 'interrupted', ...seen })
    return
  }
  const { text, thinking, toolCalls, usage } = answer
  await journal.append(
    { kind: 'assistant', text, thinking, toolCalls: [...toolCalls], model: model.name },
    usage,
  )
}
