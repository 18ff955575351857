import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Message, ModelEvent } from '../../core/agent/ports.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createDemoModel } from './demo-model.ts'
import { loadDemoScript } from './demo/demo-script.ts'

const scriptPath = join(import.meta.dirname, '../../../../resources/demo/en/script.json')
const script = await loadDemoScript(scriptPath)
const [sales, pantry, recipes] = script.jobs.map(({ goal }) => goal)

/** Asks the demo and turns the clock until it has ended. */
async function answerTo(messages: readonly Message[], signal = new AbortController().signal) {
  const clock = createManualClock()
  const model = createDemoModel({ name: 'demo', scriptPath, clock, ids: createCountedIds() })
  const events: ModelEvent[] = []
  const over = (async () => {
    for await (const event of model.stream({ messages, tools: [] }, signal)) events.push(event)
  })()
  while (events.at(-1)?.type !== 'done' && events.at(-1)?.type !== 'failed') await clock.pass(1_000)
  await over
  return { events, end: events.at(-1) }
}

const user = (text = ''): Message => ({ role: 'user', text })

/** A step in which these tools were used, and what they said. */
const used = (...steps: readonly (readonly [name: string, input: object, text: string])[]): Message[] => [
  {
    role: 'assistant',
    text: '',
    toolCalls: steps.map(([name, input], index) => ({
      id: `${name}${index}`,
      name,
      arguments: JSON.stringify(input),
    })),
  },
  ...steps.map(([name, , text], index): Message => ({ role: 'tool', callId: `${name}${index}`, text })),
]

const delivery = (
  ...results: readonly (readonly [goal: string | undefined, state: string, text: string])[]
) =>
  user(
    [
      '--- b0undary\nDelegation dlg_1, dispatched now.',
      ...results.map(
        ([goal, state, text], index) =>
          `Task ${index + 1} (general-purpose, run run_${index}): ${goal}\nState: ${state}, 3 steps, 4 s.\nResult:\n${text}`,
      ),
      '--- b0undary',
    ].join('\n\n'),
  )

const amount = (): number => Math.floor(Math.random() * 900) + 100

test('it looks before it hands on, and hands on only what is there', async () => {
  expect((await answerTo([user('go')])).end).toMatchObject({ toolCalls: [{ name: 'list_files' }] })

  const { end } = await answerTo([
    user('go'),
    ...used(['list_files', {}, 'pantry/\nsales/\nREADME.md  1 KB']),
  ])

  expect(end).toMatchObject({
    toolCalls: [
      { name: 'delegate', arguments: JSON.stringify({ tasks: [{ goal: sales }, { goal: pantry }] }) },
    ],
  })
})

test('a sub-agent reads every file of its job', async () => {
  const listing = 'sales/a b.csv  12 B\nsales/deep/\nsales/deep/c.csv  1.5 KB'

  const { end } = await answerTo([user(sales), ...used(['list_files', { path: 'sales' }, listing])])

  expect(end).toMatchObject({
    toolCalls: [
      { name: 'read_file', arguments: '{"path":"sales/a b.csv"}' },
      { name: 'read_file', arguments: '{"path":"sales/deep/c.csv"}' },
    ],
  })
})

test('its figures are worked out from what the tools read', async () => {
  const [one, other] = [amount(), amount()]
  const { end } = await answerTo([
    user(sales),
    ...used(
      ['read_file', { path: 'sales/a.csv' }, `item,sold,price\nx,2,${one}\ny,1,0.5`],
      ['read_file', { path: 'sales/b.csv' }, `item,sold,price\nx,3,${other}`],
    ),
  ])

  expect(end).toMatchObject({ type: 'done', toolCalls: [] })
  expect(end).toHaveProperty('text', expect.stringContaining(`\`sales/b.csv\`: ${3 * other}.00`))
  expect(end).toHaveProperty('text', expect.stringContaining(`**${2 * one + 0.5 + 3 * other}0**`))
})

test('what is short is bought, and what is there is not', async () => {
  const price = amount()
  const { end } = await answerTo([
    user(pantry),
    ...used(['read_file', { path: 'p.csv' }, `item,have,need,price\nflour,1,3,${price}\nsalt,5,2,9`]),
  ])

  expect(end).toHaveProperty('text', expect.stringMatching(new RegExp(`${2 * price}\\.00 \\(flour 2\\)`)))
})

test('a file that cannot be read is said, not guessed', async () => {
  const { end } = await answerTo([
    user(recipes),
    ...used(['list_files', { path: 'recipes' }, 'Error: recipes does not exist.']),
  ])

  expect(end).toMatchObject({ toolCalls: [], text: expect.stringContaining('recipes does not exist.') })
})

test('the sum is put together from the reports, labelled, and ends in what to do next', async () => {
  const [taken, spent, minutes] = [amount() + 1_000, amount(), amount()]
  const { end } = await answerTo([
    user('go'),
    ...used(['delegate', {}, 'Started.']),
    delivery(
      [sales, 'completed', `Takings: **${taken}.50**`],
      [pantry, 'completed', `Shopping: **${spent}.00**`],
      [recipes, 'completed', `Minutes: **${minutes}**`],
    ),
  ])

  const text = end?.type === 'done' ? end.text : ''
  expect(text).toContain('Demo agent')
  expect(text).toContain(`| ${taken - spent}.50 |`)
  expect(text).toContain(`${minutes} minutes`)
  expect(text.endsWith(script.last)).toBe(true)
})

test('a job that was stopped is no figure', async () => {
  const { end } = await answerTo([
    user('go'),
    delivery([sales, 'completed', '**7**'], [pantry, 'stopped', '**8**'], [recipes, 'completed', '**9**']),
  ])

  expect(end).toHaveProperty('text', expect.stringContaining('completed, stopped, completed'))
})

test('it knows one job and says so when more is asked', async () => {
  const { end } = await answerTo([
    user('go'),
    { role: 'assistant', text: 'x', toolCalls: [] },
    user('and now'),
  ])

  expect(end).toMatchObject({ toolCalls: [], text: expect.stringContaining(script.again) })
})

test('its words stream in pieces that make up the whole answer', async () => {
  const { events, end } = await answerTo([user('go')])

  const pieces = events.flatMap((event) => (event.type === 'delta' ? [event.text] : []))
  expect(pieces.length).toBeGreaterThan(5)
  expect(end).toHaveProperty('text', pieces.join(''))
})

test('a stop ends it in the middle', async () => {
  expect((await answerTo([user('go')], AbortSignal.abort())).end).toMatchObject({
    type: 'failed',
    failure: { code: 'stopped' },
  })
})

test('both languages have the same jobs in the same order', async () => {
  const chinese = await loadDemoScript(scriptPath.replace('/en/', '/zh-CN/'))

  expect(chinese.jobs.map(({ figure, folder }) => [figure, folder])).toEqual(
    script.jobs.map(({ figure, folder }) => [figure, folder]),
  )
})
