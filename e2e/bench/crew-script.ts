import { calls, says, type Answer, type ThinkMs, type TimedCall, type TimedEndpoint } from './endpoint.ts'

/** So many children work at once, each with so many requests, which take so long to answer. */
export type Batch = { readonly children: number; readonly steps: number; readonly thinkMs: number }

/** How long a conversation thinks before it delegates to warm workers: they have to be there by then. */
const REST_MS = 6_000

/** When the batch began, and when its children asked for the first and were answered for the last time. In ms. */
export type Course = {
  readonly delegated: number
  readonly firstAsked: number
  readonly lastAnswered: number
}

/** A job whose name stands in what the child is asked, and in no system prompt. M: measured, W: for warming up. */
const goalOf = (kind: 'M' | 'W', job: number): string => `Do what job ${kind}${job} asks for.`

/** A call that gives so many children a job each. */
export const delegatesTo = (kind: 'M' | 'W', children: number): object =>
  calls('delegate', {
    tasks: Array.from({ length: children }, (_, index) => ({ goal: goalOf(kind, index + 1) })),
  })

/**
 * Plays a conversation that delegates a batch: at once, or once a batch of as many children is done and as many new
 * processes stand ready. `withWarmUp` is for ours alone; a bare parent starts its children before it asks.
 */
export function playBatch(endpoint: TimedEndpoint, batch: Batch, warmth: Warmth): () => Course {
  const jobs = Array.from({ length: batch.children }, (_, index) => index + 1)
  const of = { measured: null as TimedCall | null }

  const isRested = (call: TimedCall): boolean => jobs.every((job) => call.body.includes(`report W${job}`))
  const begins = (call: TimedCall): boolean =>
    jobOf(call) === null &&
    of.measured === null &&
    (warmth === 'warmed-up' ? isRested(call) : call.index === 0)

  const answer: Answer = (call) => {
    const job = jobOf(call)
    if (of.measured === call) return [delegatesTo('M', batch.children)]
    if (job === null) return call.index === 0 ? [delegatesTo('W', batch.children)] : [says('I wait.')]
    const step = stepOf(call)
    if (job.startsWith('W') || step === batch.steps - 1) return [says(`report ${job}`)]
    return [calls('read_file', { path: `${job}-${step}.txt` }, step)]
  }
  const thinkMs: ThinkMs = (call) => {
    const job = jobOf(call)
    if (begins(call)) {
      of.measured = call
      return warmth === 'cold' ? 0 : REST_MS
    }
    return job?.startsWith('M') ? batch.thinkMs : 0
  }
  endpoint.answerWith(answer, thinkMs)
  return () => {
    const measured = endpoint.calls.filter((call) => jobOf(call)?.startsWith('M'))
    if (measured.length !== batch.children * batch.steps)
      throw new Error(`${measured.length} requests of ${batch.children} × ${batch.steps}.`)
    return {
      delegated: of.measured?.answeredAt ?? NaN,
      firstAsked: Math.min(...measured.map(({ cameAt }) => cameAt)),
      lastAnswered: Math.max(...measured.map(({ answeredAt }) => answeredAt)),
    }
  }
}

/** `warmed-up`: a batch before brought them. `warm`: they are simply there. */
export type Warmth = 'cold' | 'warm' | 'warmed-up'

type Asked = Pick<TimedCall, 'body'>
type Body = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] }
const messagesOf = ({ body }: Asked): Body['messages'] => (JSON.parse(body) as Body).messages

/** The job that the asker does; null: it is nobody's child. */
export function jobOf(call: Asked): string | null {
  const goal = messagesOf(call).find(({ role }) => role === 'user')
  return /Do what job ([MW]\d+) asks for\./.exec(JSON.stringify(goal?.content ?? ''))?.[1] ?? null
}

const stepOf = (call: Asked): number => messagesOf(call).filter(({ role }) => role === 'assistant').length
