import type { Page } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../src/shared/entry.ts'
import { call, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { readLedger } from './fixtures/ledger.ts'
import type { ModelCall, ModelServer } from './fixtures/model-server.ts'
import { expectAllGone, killHard, treeOf } from './fixtures/processes.ts'
import { taskOf } from './fixtures/story.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { answerQuestion, callHost, messagesOf, sendMessage } from './fixtures/window.ts'

type Scene = {
  readonly page: Page
  readonly models: ModelServer
  readonly folder: string
  readonly seed: string
}

/** A moment of a turn at which the app is killed. */
type Moment = {
  readonly name: string
  /** What the agent's model does; `gate moment` opens before the next start. What it says in the end is `done SEED`. */
  readonly steps: (seed: string) => readonly (string | readonly string[])[]
  /** Resolves when the agent is there. */
  readonly reached: (scene: Scene) => Promise<unknown>
  /** What a person does after the next start. */
  readonly mended?: (scene: Scene) => Promise<unknown>
  /** Whether a call of the conversation is without a result then, and nobody knows what came of it. */
  readonly isUnknown: boolean
  /** How a run ends that was there. */
  readonly runEnds: 'completed' | 'interrupted'
}

const MOMENTS: readonly Moment[] = [
  {
    name: 'before the first byte of an answer',
    isUnknown: false,
    steps: (seed) => [['gate moment', say(`done ${seed}`)]],
    reached: ({ models }) => models.called(isUnderTest),
    runEnds: 'completed',
  },
  {
    name: 'in the middle of an answer',
    isUnknown: false,
    steps: (seed) => [[say(seed), 'gate moment', say(`done ${seed}`)]],
    reached: ({ page, seed }) => expect.poll(() => streamedOn(page)).toContain(seed),
    runEnds: 'completed',
  },
  {
    name: 'between a call and its result',
    isUnknown: true,
    steps: (seed) => [call('shell', { command: `: > begun; sleep 600; : ${seed}` }), say(`done ${seed}`)],
    async reached({ page, folder }) {
      await answerQuestion(page, 'allow')
      await expect.poll(() => existsSync(join(folder, 'begun'))).toBe(true)
    },
    runEnds: 'interrupted',
  },
  {
    name: 'while a person is asked',
    isUnknown: false,
    steps: (seed) => [call('write_file', { path: 'notes.txt', content: seed }), say(`done ${seed}`)],
    async reached({ page, folder }) {
      await page.getByTestId('approval-card').waitFor()
      expect(existsSync(join(folder, 'notes.txt'))).toBe(false)
    },
    async mended({ page, folder, seed }) {
      await answerQuestion(page, 'allow')
      await expect.poll(() => read(join(folder, 'notes.txt'))).toBe(seed)
    },
    runEnds: 'completed',
  },
  {
    name: 'while what it handed out is at work',
    isUnknown: true,
    steps: (seed) => {
      const tasks = [{ goal: scripted('Be handed out.', ['gate moment', say(`done ${seed}`)]) }]
      return [call('delegate', { tasks, wait: true }), 'echo']
    },
    reached: ({ models }) => models.called((request) => taskOf(request).startsWith('Be handed out.')),
    runEnds: 'completed',
  },
]

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const isUnderTest = (request: ModelCall): boolean => taskOf(request).startsWith('Be in the middle.')

/** The one conversation there is, as the page would be told of it. */
async function openOnly(page: Page) {
  const { conversations } = await callHost(page, 'host.snapshot', undefined)
  expect(conversations).toHaveLength(1)
  return callHost(page, 'conversation.open', { conversationId: conversations[0]?.id as never })
}

/** What models are writing right now. */
async function streamedOn(page: Page): Promise<string> {
  const { partial, runs } = await openOnly(page)
  const opened = await Promise.all(runs.map(({ id }) => callHost(page, 'run.open', { runId: id })))
  return [partial.text, ...opened.map((run) => run.partial.text)].join()
}

/** Every entry that the page has been told of, of all journals. */
async function confirmed(page: Page): Promise<Pick<Entry, 'id' | 'content'>[]> {
  const { entries, runs } = await openOnly(page)
  const opened = await Promise.all(runs.map(({ id }) => callHost(page, 'run.open', { runId: id })))
  return [entries, ...opened.map((run) => run.entries)]
    .flat()
    .toSorted((one, other) => one.number - other.number)
    .map(({ id, content }) => ({ id, content }))
}

const journaled = (data: string): Pick<Entry, 'id' | 'content'>[] =>
  readLedger<{ id: Entry['id']; content: string }>(
    data,
    'select id, content from entries order by number',
  ).map(({ id, content }) => ({ id, content: JSON.parse(content) as Entry['content'] }))

for (const where of ['main', 'worker'] as const) {
  for (const { name, steps, reached, mended, isUnknown, runEnds } of MOMENTS) {
    test(`in ${where}, killed ${name}`, async ({ launch, models, data, folder }) => {
      const [seed, after] = [randomToken(), randomToken()]
      const own = scripted('Be in the middle.', ...steps(seed))
      const handing = script(call('delegate', { tasks: [{ goal: own }] }), say('At work.'), 'echo')
      const app = await launch()
      const { id } = await callHost(app.page, 'conversation.create', { folder })
      await app.page.getByTestId('conversation-row').first().click()
      await sendMessage(app.page, where === 'main' ? own : handing)
      if (where === 'worker')
        await expect.poll(async () => (await openOnly(app.page)).conversation.turn).toBe('idle')
      await reached({ page: app.page, models, folder, seed })
      const before = await confirmed(app.page)
      const tree = treeOf(app.pid)

      await killHard(app.pid)

      expect(journaled(data), 'the journal is what was confirmed').toEqual(before)
      models.gates.open('moment')
      const { page } = await launch()
      await page.getByTestId('conversation-row').first().click()
      await expectAllGone(tree)
      await mended?.({ page, models, folder, seed })
      await expect.poll(() => liveOn(page)).toEqual([])
      const unknown = (await openOnly(page)).entries.filter(isClosedUnknown)
      expect(unknown).toHaveLength(where === 'main' && isUnknown ? 1 : 0)

      await test.step('the conversation goes on', async () => {
        await sendMessage(page, script(say(after)))
        await expect(messagesOf(page, 'assistant').last()).toContainText(after)
        const last = models.calls.at(-1)
        expect(last?.messages.filter(({ role }) => role === 'user').length).toBeGreaterThanOrEqual(2)
        expect(last && danglingIn(last)).toEqual([])
      })

      await test.step('nothing that was confirmed is gone, nothing is there twice', async () => {
        const now = journaled(data)
        expect(now.slice(0, before.length)).toEqual(before)
        expect(new Set(now.map((entry) => entry.id)).size).toBe(now.length)
        expect((await openOnly(page)).conversation.id).toBe(id)
        expectDeliveredOnce(data, now)
        if (where === 'worker') expectReported(data, { runEnds, seed, reports: now })
      })
    })
  }
}

/** Runs that have not ended, and a turn that has not. */
async function liveOn(page: Page): Promise<string[]> {
  const { runs, conversation } = await openOnly(page)
  const live = runs.filter(({ endedAt }) => endedAt === null).map(({ state }) => state)
  return conversation.turn === 'idle' ? live : [...live, conversation.turn]
}

/** The result that a call got at the next start. */
const isClosedUnknown = ({ content }: Pick<Entry, 'content'>): boolean =>
  content.kind === 'tool_result' && !content.ok && content.text.includes('outcome is unknown')

/** Calls in a request that have no result; endpoints refuse them. */
const danglingIn = ({ messages }: ModelCall): string[] =>
  messages
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : []))
    .filter((id) => !messages.some((each) => each.role === 'tool' && each.callId === id))

/** Each unit of results stands in exactly one entry. */
function expectDeliveredOnce(data: string, entries: readonly Pick<Entry, 'content'>[]): void {
  const units = readLedger<{ id: string; state: string }>(data, 'select id, state from deliveries')
  const carried = entries.flatMap(({ content }) =>
    content.kind === 'delivery'
      ? [content.deliveryId as string]
      : content.kind === 'tool_result'
        ? [...content.deliveries]
        : [],
  )
  expect(carried.toSorted()).toEqual(units.map(({ id }) => id).toSorted())
  expect(units.filter(({ state }) => state !== 'delivered')).toEqual([])
  const delegations = readLedger(data, 'select id from delegations')
  expect(units, 'one unit a delegation').toHaveLength(delegations.length)
}

type Report = {
  readonly runEnds: string
  readonly seed: string
  readonly reports: readonly Pick<Entry, 'content'>[]
}

/** The conversation was told how its run ended, and what it had to say in the end. */
function expectReported(data: string, { runEnds, seed, reports }: Report): void {
  const [run] = readLedger<{ state: string }>(
    data,
    'select state from delegation_runs order by number limit 1',
  )
  expect(run?.state).toBe(runEnds)
  const [report, ...others] = reports.flatMap(({ content }) =>
    content.kind === 'delivery' ? [content.text] : [],
  )
  expect(others).toEqual([])
  expect(report).toContain(`State: ${runEnds}`)
  if (runEnds === 'completed') expect(report).toMatch(new RegExp(`^done ${seed}`, 'm'))
}
