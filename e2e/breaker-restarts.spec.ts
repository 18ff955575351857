import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { readLedger } from './fixtures/ledger.ts'
import { startModelServer, type ModelCall, type ModelServer } from './fixtures/model-server.ts'
import { knows, taskOf, writeFacts, type Fact } from './fixtures/story.ts'
import { expect, test, TOKEN } from './fixtures/test.ts'
import { callHost, messagesOf } from './fixtures/window.ts'

type Run = { readonly state: string; readonly steps: number; readonly restarts: number }

const runs = (data: string): Run[] =>
  readLedger<Run>(data, 'select state, steps, restarts from delegation_runs order by task_index')

/** Reads its file, and brings the token home once the endpoint lets it. */
const spending = ({ file }: Fact, ...refusal: string[]): { goal: string } => ({
  goal: scripted(`Spend on ${file}.`, call('read_file', { path: file }), [
    'gate credits',
    ...refusal,
    recall(TOKEN),
  ]),
})
const delegating = (tasks: readonly object[]): string =>
  script(call('delegate', { tasks }), say('They are at work.'), recall(TOKEN))

const atTheGate = ({ calls }: ModelServer): number =>
  calls.filter(
    (request: ModelCall) => taskOf(request).startsWith('Spend on') && knows(request, ['is token_']),
  ).length

test('an app that is killed while its sub-agents wait shows them again behind one card, and no step is lost', async ({
  launch,
  models,
  data,
  folder,
}) => {
  const facts = writeFacts(folder, 3)
  const app = await launch({ settings: { delegation: { maxConcurrentRuns: 3 } } })
  const { id } = await callHost(app.page, 'conversation.create', { folder })
  const text = delegating(facts.map((fact) => spending(fact, 'first 2 status 402 top up')))
  await callHost(app.page, 'conversation.send', { conversationId: id, text })
  await expect.poll(() => atTheGate(models)).toBe(3)
  models.gates.open('credits')
  const waiting = { state: 'waiting', steps: 1, restarts: 0 }
  await expect.poll(() => runs(data)).toEqual(Array(3).fill(waiting))

  await app.kill()
  const { page } = await launch()

  const card = page.getByTestId('breaker-card')
  await expect(card).toHaveCount(1)
  await expect.poll(() => runs(data)).toEqual(Array(3).fill(waiting))
  await expect(async () => {
    // Who had not asked yet when the card came asks for the first time now, and is refused.
    if ((await card.count()) > 0) await card.getByTestId('breaker-resume').click({ timeout: 1_000 })
    expect(runs(data)).toEqual(Array(3).fill({ state: 'completed', steps: 2, restarts: 0 }))
  }).toPass({ timeout: 20_000 })
  await expect(card).toHaveCount(0)
  expect(readLedger(data, 'select 1 from deliveries')).toHaveLength(1)
})

test('sub-agents whose endpoint goes away wait for it, and go on by themselves when it is back', async ({
  launch,
  data,
  folder,
}) => {
  test.setTimeout(150_000)
  const [before, facts] = [await startModelServer(), writeFacts(folder, 2)]
  const model = { baseUrl: before.baseUrl, name: 'scripted-model' }
  const { page } = await launch({ settings: { model, delegation: { maxConcurrentRuns: 2 } } })
  const { id } = await callHost(page, 'conversation.create', { folder })
  const text = delegating(facts.map((fact) => spending(fact)))
  await callHost(page, 'conversation.send', { conversationId: id, text })
  await page.getByTestId('conversation-row').first().click()
  await expect.poll(() => atTheGate(before)).toBe(2)

  await before[Symbol.asyncDispose]()
  const card = page.getByTestId('breaker-card')
  await expect(card).toHaveAttribute('data-code', 'model_unreachable', { timeout: 60_000 })
  await using after = await startModelServer(Number(new URL(before.baseUrl).port))
  after.gates.open('credits')

  for (const { token } of facts)
    await expect(messagesOf(page, 'assistant').last()).toContainText(token, { timeout: 70_000 })
  await expect(card).toHaveCount(0)
  expect(runs(data)).toEqual(Array(2).fill({ state: 'completed', steps: 2, restarts: 0 }))
})
