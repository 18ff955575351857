import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'
import type { Message, ToolSignature } from '../../core/agent/ports.ts'
import type { ToolCall } from '../../../shared/entry.ts'

/** Messages in the spelling of the chat completions API. */
export const toProviderMessages = (messages: readonly Message[]): ChatCompletionMessageParam[] =>
  messages.map(toProviderMessage)

function toProviderMessage(message: Message): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.text }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text }
    case 'assistant':
      return message.toolCalls.length === 0
        ? { role: 'assistant', content: message.text }
        : {
            role: 'assistant',
            content: message.text === '' ? null : message.text,
            tool_calls: message.toolCalls.map(toProviderCall),
          }
  }
}

/** Endpoints parse the arguments of earlier calls again and refuse the whole request when they cannot. */
const toProviderCall = ({ id, name, arguments: text }: ToolCall) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: isJsonObject(text) ? text : '{}' },
})

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

export const toProviderTools = (tools: readonly ToolSignature[]): ChatCompletionTool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
