import type { BreakerView } from '../../../shared/breaker.ts'
import { BreakerId, type ConversationId, type RunId } from '../../../shared/ids.ts'
import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelRefusal } from '../../core/agent/ports.ts'
import type { Clock, Millis } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { nextLook } from './next-look.ts'
import { originOf } from './origin.ts'
import { HALF_OPEN_MS, LOOKING_ON_MS } from './policy.ts'

/** Who waits: a conversation's own turn (`runId` null), or a run. */
export type Waiter = { readonly conversationId: ConversationId; readonly runId: RunId | null }

/** What an endpoint answered with, and which it was. */
export type Refusal = { readonly endpoint: ModelEndpoint; readonly failure: ModelRefusal }

export type BreakerPorts = {
  readonly clock: Clock
  readonly ids: Ids
  /** Whether there is a way to the endpoint, without asking its model anything. */
  readonly isReachable: (endpoint: ModelEndpoint) => Promise<boolean>
  /** Something of the open breakers is another. */
  readonly onChanged: () => void
  /** A refusal that nobody knew of yet; told once, however many wait. */
  readonly onOpened: (breaker: BreakerView, first: Waiter) => void
}

/** One breaker for each endpoint and key. All of it is memory: what waits is a row, and a restart asks anew. */
export type Breakers = Disposable & {
  /** Waits until the endpoint may be asked again; false when `signal` aborts. The breaker is open when this returns. */
  wait(waiter: Waiter, refusal: Refusal, signal: AbortSignal): Promise<boolean>
  isOpen(endpoint: ModelEndpoint): boolean
  /** What everybody who asks there is refused with; null: nothing is known against asking. */
  refusalOf(endpoint: ModelEndpoint): ModelRefusal | null
  /** Somebody asked all the same, and it answered: all go on that wait behind it. */
  answered(endpoint: ModelEndpoint): void
  open(): BreakerView[]
  /** Lets all go on that wait behind it; nothing happens when they did already. */
  resume(id: BreakerId): void
}

type Breaker = {
  readonly id: BreakerId
  readonly key: string
  readonly endpoint: ModelEndpoint
  readonly since: Millis
  readonly failure: ModelRefusal
  /** How often it went on, or looked, by itself and in vain. */
  looks: number
  resumesAt: Millis | null
  timer: Disposable | null
  readonly waiters: Map<Waiter, (goOn: boolean) => void>
}

type HalfOpen = Pick<Breaker, 'id' | 'since' | 'looks'> & { readonly until: Millis }

/** Whoever says so knows more than the looks so far, and sees what comes of it. */
const BY_A_PERSON = { looks: 0, forMs: LOOKING_ON_MS }

export function openBreakers(ports: BreakerPorts): Breakers {
  const { clock, ids } = ports
  const open = new Map<string, Breaker>()
  /** Closed a moment ago: the next refusal is the same trouble, and no news. */
  const halfOpen = new Map<string, HalfOpen>()

  function openFor({ endpoint, failure }: Refusal, first: Waiter): Breaker {
    const key = keyOf(endpoint)
    const known = halfOpen.get(key)
    halfOpen.delete(key)
    const before = known && known.until > clock.elapsed() ? known : null
    const breaker: Breaker = {
      id: before?.id ?? BreakerId.parse(ids.next('brk')),
      since: before?.since ?? clock.now(),
      looks: before?.looks ?? 0,
      key,
      endpoint,
      failure,
      resumesAt: null,
      timer: null,
      waiters: new Map(),
    }
    open.set(key, breaker)
    bookLook(breaker)
    if (before === null) ports.onOpened(viewOf(breaker), first)
    return breaker
  }

  function bookLook(breaker: Breaker): void {
    const look = nextLook(breaker.failure, breaker.looks)
    breaker.resumesAt = look && clock.now() + look.afterMs
    breaker.timer = look && clock.setTimer(look.afterMs, () => void lookAgain(breaker, look.isProbe))
  }

  async function lookAgain(breaker: Breaker, isProbe: boolean): Promise<void> {
    const mayGoOn = !isProbe || (await ports.isReachable(breaker.endpoint))
    if (open.get(breaker.key) !== breaker) return
    if (mayGoOn) return void close(breaker, { looks: breaker.looks + 1, forMs: HALF_OPEN_MS })
    breaker.looks += 1
    bookLook(breaker)
    ports.onChanged()
  }

  /** All go on; whether that was right shows at the next request. */
  function close(breaker: Breaker, { looks, forMs }: Pick<HalfOpen, 'looks'> & { forMs: Millis }): void {
    const { id, key, since } = breaker
    halfOpen.set(key, { id, since, looks, until: clock.elapsed() + forMs })
    breaker.timer?.[Symbol.dispose]()
    open.delete(breaker.key)
    for (const go of breaker.waiters.values()) go(true)
    ports.onChanged()
  }

  return {
    wait(waiter, refusal, signal) {
      const breaker = open.get(keyOf(refusal.endpoint)) ?? openFor(refusal, waiter)
      return new Promise((resolve) => {
        const leave = (): void => {
          breaker.waiters.delete(waiter)
          resolve(false)
          if (open.get(breaker.key) !== breaker) return
          if (breaker.waiters.size === 0) close(breaker, { looks: breaker.looks, forMs: HALF_OPEN_MS })
          else ports.onChanged()
        }
        breaker.waiters.set(waiter, (goOn) => {
          signal.removeEventListener('abort', leave)
          resolve(goOn)
        })
        signal.addEventListener('abort', leave, { once: true })
        if (signal.aborted) leave()
        else ports.onChanged()
      })
    },
    isOpen: (endpoint) => open.has(keyOf(endpoint)),
    refusalOf: (endpoint) => open.get(keyOf(endpoint))?.failure ?? null,
    answered(endpoint) {
      const breaker = open.get(keyOf(endpoint))
      if (breaker) close(breaker, BY_A_PERSON)
    },
    open: () => [...open.values()].map(viewOf),
    resume(id) {
      const breaker = [...open.values()].find((each) => each.id === id)
      if (breaker) close(breaker, BY_A_PERSON)
    },
    [Symbol.dispose]() {
      for (const { timer } of open.values()) timer?.[Symbol.dispose]()
      open.clear()
    },
  }
}

const keyOf = ({ baseUrl, key }: ModelEndpoint): string => JSON.stringify([originOf(baseUrl), key])

function viewOf({ id, endpoint, failure, since, resumesAt, waiters }: Breaker): BreakerView {
  const waiting = [...waiters.keys()]
  const runs = waiting.filter(({ runId }) => runId !== null).length
  return {
    id,
    origin: originOf(endpoint.baseUrl) ?? endpoint.baseUrl,
    code: failure.code,
    details: failure.details,
    since,
    waiting: { turns: waiting.length - runs, runs },
    resumesAt,
  }
}
