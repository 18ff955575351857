import type {
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions'
import type { Message, ToolSignature } from '../../core/agent/ports.ts'
import type { ToolCall } from '../../../shared/entry.ts'

/** What images show: base64 by hash. */
export type ImageContents = Readonly<Record<string, string>>

/**
 * Messages in the spelling of the chat completions API. Whatever an endpoint would refuse is mended here: it stands in the
 * journal for good, and would end every further request of the conversation.
 */
export const toProviderMessages = (
  messages: readonly Message[],
  images: ImageContents = {},
): ChatCompletionMessageParam[] =>
  messages.map((message) => toProviderMessage({ ...message, text: wellFormed(message.text) }, images))

function toProviderMessage(message: Message, contents: ImageContents): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: message.images ? withImages(message, contents) : message.text }
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

/** The words first, then the images in their order. */
const withImages = (
  { text, images = [] }: Extract<Message, { role: 'user' }>,
  contents: ImageContents,
): ChatCompletionContentPart[] => [
  { type: 'text', text },
  ...images.flatMap(({ type, sha256 }): ChatCompletionContentPart[] => {
    const content = contents[sha256]
    if (content === undefined) return []
    return [{ type: 'image_url', image_url: { url: `data:${type};base64,${content}` } }]
  }),
]

/** Endpoints parse the arguments of earlier calls again and refuse the whole request when they cannot. */
const toProviderCall = ({ id, name, arguments: text }: ToolCall) => ({
  id,
  type: 'function' as const,
  function: { name: allowedName(name), arguments: isJsonObject(text) ? wellFormed(text) : '{}' },
})

/** Half a character, as a cut or a strange file leaves it, has no UTF-8. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')

/** A model calls tools by any name; endpoints take back only those of this form. */
const allowedName = (name: string): string =>
  name.replace(/[^\w-]/g, '_').slice(0, MOST_NAME_LENGTH) || 'unnamed'

/** Source: the API reference of chat completions. */
const MOST_NAME_LENGTH = 64

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
