import { join } from 'node:path'
import type { Encryption } from '../../src/main/app/settings/encryption.ts'
import { layFoundation } from '../../src/main/compose/foundation.ts'
import { openRuntime, type Runtime } from '../../src/main/compose/runtime.ts'
import { systemClock, type Clock, type Millis } from '../../src/main/platform/clock.ts'
import { createNodeLauncher } from '../../src/main/platform/node-child.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import { ROOT } from '../fixtures/places.ts'
import { MODEL_NAME } from '../fixtures/model-server.ts'

/**
 * The app's own runtime as a process that can be killed: all but window and keychain is what users have. Its workers are
 * plain Node processes, since these start in a fraction of the time.
 */
export type Order =
  | { readonly ask: 'say'; readonly folder: string; readonly text: string }
  /** How far everything is. */
  | { readonly ask: 'standing' }
  /** A person allows what is asked for, and lets go on what waits for an endpoint. */
  | { readonly ask: 'allow' }
  /** A person takes what came in. */
  | { readonly ask: 'take' }
  /** Somebody sets the computer's clock. */
  | { readonly ask: 'set_clock'; readonly byMs: Millis }

export type Standing = {
  readonly conversations: number
  /** Runs that are not final, and turns that are not over. */
  readonly live: number
  /** Results that nobody was told yet. */
  readonly pending: number
}

export type Answer =
  | { readonly ready: true }
  | { readonly standing: Standing }
  | { readonly done: true }
  | { readonly failed: string }

const [data = '', baseUrl = '', clockAhead = '0'] = process.argv.slice(2)

const noKeychain: Encryption = {
  isAvailable: () => false,
  encrypt: (text) => Buffer.from(text),
  decrypt: (bytes) => bytes.toString(),
}

let ahead = Number(clockAhead)
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }

async function open(): Promise<Runtime> {
  const foundation = await layFoundation({
    dataFolder: data,
    encryption: noKeychain,
    overrides: [
      { path: 'model.baseUrl', value: baseUrl },
      { path: 'model.name', value: MODEL_NAME },
      { path: 'delegation.maxConcurrentRuns', value: 4 },
    ],
    baseUrl,
    onSettingsChanged: () => undefined,
  })
  return openRuntime({
    ...foundation,
    clock,
    home: join(data, 'home'),
    resources: join(ROOT, 'resources'),
    language: () => 'en',
    redact: foundation.redactor.redact,
    launch: createNodeLauncher({ entry: join(import.meta.dirname, 'worker-process.ts') }),
    announce: () => undefined,
    mayBegin: () => true,
    isAttended: true,
    onDelivery: () => undefined,
    onBreakerOpened: () => undefined,
    onBudgetSpent: () => undefined,
    onTurnEnded: () => undefined,
  })
}

async function obey(runtime: Runtime, order: Order): Promise<Answer> {
  switch (order.ask) {
    case 'say': {
      const { id } = await runtime.conversations.create(order.folder)
      await runtime.conversations.send(id, order.text)
      return { done: true }
    }
    case 'standing':
      return { standing: standingOf(runtime) }
    case 'allow':
      await allow(runtime)
      return { done: true }
    case 'take':
      await take(runtime)
      return { done: true }
    case 'set_clock':
      ahead += order.byMs
      return { done: true }
  }
}

function standingOf(runtime: Runtime): Standing {
  const conversations = runtime.conversations.list()
  const turns = conversations.filter(({ turn }) => turn !== 'idle').length
  return {
    conversations: conversations.length,
    live: runtime.delegations.live().length + turns,
    pending: conversations.reduce((sum, { pendingDeliveries }) => sum + pendingDeliveries, 0),
  }
}

async function allow({ breakers, approvals }: Runtime): Promise<void> {
  for (const { id } of breakers.open()) breakers.resume(id)
  for (const { id, hash } of approvals.pending()) {
    await approvals.answer({ approvalId: id, hash, allow: true, scope: 'once', note: '' })
  }
}

async function take({ conversations }: Runtime): Promise<void> {
  const waiting = conversations
    .list()
    .filter(({ turn, pendingDeliveries }) => turn === 'idle' && pendingDeliveries > 0)
  await Promise.all(waiting.map(({ id }: { id: ConversationId }) => conversations.continue(id)))
}

const send = (answer: Answer): void => void process.send?.(answer, () => undefined)
async function leave(): Promise<never> {
  await runtime[Symbol.asyncDispose]()
  process.exit(0)
}

const runtime = await open()
process.on('message', (order: Order) => {
  obey(runtime, order).then(send, (thrown: unknown) => send({ failed: String(thrown) }))
})
process.on('SIGTERM', () => void leave())
// Whoever strikes may be ended itself, and nothing stays behind.
process.on('disconnect', () => void leave())
send({ ready: true })
