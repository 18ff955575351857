import type { Refusal } from './refusal.ts'

/** Machine words for "the request is longer than the window". */
const KINDS =
  /context_length_exceeded|exceed_context_size|request_too_large|string_above_max_length|context_window/

/** The same in words, with the vendors that were seen to use them. */
const WORDINGS = [
  /maximum (context|prompt|model) length/i, // OpenAI, DeepSeek, vLLM, OpenRouter, xAI
  /exceeds? (the |this )?(model'?s )?(maximum )?(context|token) (window|limit|length)/i, // OpenAI, Anthropic, LM Studio
  /(prompt|input) is too long/i, // Anthropic, Bedrock
  /input token count.{0,40}exceeds/i, // Gemini
  /range of input length should be/i, // Qwen
  /exceeds? the (available|max(imum)?) context/i, // llama.cpp, Ollama
  /prompt too long|exceeded max context length/i, // Ollama
  /(context size|context length) (has been )?exceeded/i, // llama.cpp, in the middle of a stream
  /exceed context window/i, // llama-cpp-python
  /input length exceeds/i, // Ollama
  /greater than the context length|context the overflows/i, // LM Studio
  /exceeds the maximum (allowed )?(input|number of tokens)/i, // GLM, Gemini
  /reduce the length of (the messages|your (prompt|messages)|the input)/i, // Groq, vLLM
  /context window exceeds limit/i, // MiniMax
  /exceeded model token limit/i, // Moonshot
  /too large for model with \d+ maximum/i, // Mistral
]

/** Whether the request was longer than the model's window. A rate limit never is, however it words itself. */
export const isOverflow = ({ status, kind, message }: Refusal): boolean =>
  status !== 429 && (status === 413 || KINDS.test(kind) || WORDINGS.some((wording) => wording.test(message)))
