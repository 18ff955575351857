import { expect, test } from 'vitest'
import { isOverflow } from './overflow.ts'

const said = (message: string, { status = 400, kind = '' } = {}) => ({
  status,
  kind,
  message,
  headers: null,
})

test.each([
  [
    'OpenAI',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 8545 tokens.",
  ],
  ['OpenAI', 'Your input exceeds the context window of this model. Please adjust your input and try again.'],
  ['Anthropic', 'prompt is too long: 213462 tokens > 200000 maximum'],
  ['Anthropic', 'input length and `max_tokens` exceed context limit: 199211 + 20000 > 200000'],
  ['Gemini', 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).'],
  ['DeepSeek', "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens."],
  ['Qwen', 'Range of input length should be [1, 30720]'],
  ['Ollama', 'prompt too long; exceeded max context length by 12 tokens'],
  ['Ollama', 'the input length exceeds the context length'],
  ['llama.cpp', 'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it'],
  ['llama-cpp-python', 'Requested tokens (2285) exceed context window of 2048'],
  ['vLLM', 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.'],
  ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
  ['LM Studio', 'The number of tokens to keep from the initial prompt is greater than the context length.'],
  ['GLM', 'Input length 877338 exceeds the maximum allowed input length of 639968 tokens'],
  ['Groq', 'Please reduce the length of the messages or completion.'],
  ['Mistral', 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length'],
  ['MiniMax', 'invalid params, context window exceeds limit'],
  ['Moonshot', 'Your request exceeded model token limit: 8192'],
])('%s says that a request is too long: %s', (_vendor, message) => {
  expect(isOverflow(said(message))).toBe(true)
})

test.each([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large invalid_request_error',
])('the machine word %s is enough', (kind) => {
  expect(isOverflow(said('', { kind }))).toBe(true)
})

test('a rate limit is no overflow, whatever its words are', () => {
  expect(isOverflow(said('Request too large: reduce the length of the messages', { status: 429 }))).toBe(
    false,
  )
})

test.each(['temperature must be at most 2', 'max_tokens is too large: 999999', 'Model Not Exist', ''])(
  'other complaints are none: %s',
  (message) => {
    expect(isOverflow(said(message))).toBe(false)
  },
)
