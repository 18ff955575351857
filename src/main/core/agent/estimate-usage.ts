import type { ToolCall } from '../../../shared/entry.ts'
import type { CallUsage } from '../../../shared/usage.ts'
import type { Message, ModelRequest } from './ports.ts'

/** Characters to a token, by script. Source: docs/adr/0006-tokens-without-a-tokenizer.md. */
const PER_TOKEN = 4
const PER_TOKEN_DENSE = 1.5

/** About what vendors count for an image of the usual size. */
const IMAGE_TOKENS = 1_000

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** What can be seen of an answer, whole or not. */
export type Seen = {
  readonly text: string
  readonly thinking: string
  readonly toolCalls?: readonly ToolCall[]
}

/** About what a call took of which nobody says so: too little rather than nothing, as budgets need it. */
export function estimateUsage({ messages, tools }: ModelRequest, answer: Seen): CallUsage {
  const reasoning = tokensIn(answer.thinking)
  const images = messages.reduce((sum, message) => sum + imagesIn(message), 0)
  return {
    input: tokensIn(...messages.flatMap(wordsOf), JSON.stringify(tools)) + images * IMAGE_TOKENS,
    output: tokensIn(answer.text, ...(answer.toolCalls ?? []).flatMap(wordsOfCall)) + reasoning,
    cached: 0,
    reasoning,
    estimated: true,
  }
}

function tokensIn(...texts: readonly string[]): number {
  const characters = texts.reduce((sum, { length }) => sum + length, 0)
  const others = texts.reduce((sum, text) => sum + text.replace(DENSE, '').length, 0)
  return Math.ceil(others / PER_TOKEN + (characters - others) / PER_TOKEN_DENSE)
}

const wordsOf = (message: Message): string[] =>
  message.role === 'assistant' ? [message.text, ...message.toolCalls.flatMap(wordsOfCall)] : [message.text]

const wordsOfCall = ({ name, arguments: given }: ToolCall): string[] => [name, given]

const imagesIn = (message: Message): number => (message.role === 'user' ? (message.images?.length ?? 0) : 0)
