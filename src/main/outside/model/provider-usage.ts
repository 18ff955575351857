import { CallUsage, type Usage } from '../../../shared/usage.ts'

/** The fields in which vendors report; whoever adds one of his own leaves out another. */
export type ProviderUsage = {
  readonly prompt_tokens?: number | null
  readonly completion_tokens?: number | null
  readonly total_tokens?: number | null
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null } | null
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null } | null
  /** DeepSeek's name for what came out of its cache. */
  readonly prompt_cache_hit_tokens?: number | null
}

/**
 * Some endpoints count thinking in the total alone; it was paid for all the same.
 * @returns null for what cannot be: a request without a token, or more than any model takes
 */
export function toUsage(reported: ProviderUsage): Usage | null {
  const input = whole(reported.prompt_tokens)
  const output = Math.max(whole(reported.completion_tokens), whole(reported.total_tokens) - input)
  const cached = whole(reported.prompt_tokens_details?.cached_tokens ?? reported.prompt_cache_hit_tokens)
  const reasoning = whole(reported.completion_tokens_details?.reasoning_tokens)
  const usage = { input, output, cached: Math.min(cached, input), reasoning: Math.min(reasoning, output) }
  return input > 0 && CallUsage.safeParse({ ...usage, estimated: false }).success ? usage : null
}

const whole = (tokens: number | null | undefined): number =>
  typeof tokens === 'number' && tokens > 0 ? Math.round(tokens) : 0
