import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RefusalCode } from '../src/shared/breaker.ts'
import type { Entry } from '../src/shared/entry.ts'
import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { runCommand, type CommandOutcome } from './fixtures/command-line.ts'
import { MODEL_NAME, type ModelCall, type ModelServer } from './fixtures/model-server.ts'
import { readLedger } from './fixtures/ledger.ts'
import { knows, taskOf, writeFacts } from './fixtures/story.ts'
import { expect, randomToken, test as base, TOKEN } from './fixtures/test.ts'

type Step = string | readonly string[]

/** How an agent fared whose model played these steps. */
type Fared = {
  readonly outcome: CommandOutcome
  /** The requests of this agent alone. */
  readonly asked: readonly ModelCall[]
  /** Its own journal. */
  readonly contents: readonly Entry['content'][]
  /** Why it ended without an answer; null when it did not. */
  readonly failure: { readonly code: string; readonly details: object } | null
  /** What it last said. */
  readonly text: string
  /** What whoever asked it was told in the end. */
  readonly told: (words: readonly string[]) => boolean
}

const test = base.extend<{ readonly meet: (where: Where, steps: readonly Step[]) => Promise<Fared> }>({
  meet: async ({ models, data, folder }, use) => {
    const place = ['--folder', folder, '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]
    await use(async (where, steps) => {
      const own = scripted('Meet what comes.', ...steps)
      const task =
        where === 'main' ? own : script(call('delegate', { tasks: [{ goal: own }], wait: true }), 'echo')
      const outcome = await runCommand([task, ...place, '--mode', 'auto'])
      return fared(where, { outcome, models, data })
    })
  },
})

type Ended = { readonly outcome: CommandOutcome; readonly models: ModelServer; readonly data: string }
type Where = 'main' | 'worker'
const EVERYWHERE: readonly Where[] = ['main', 'worker']

function fared(where: Where, { outcome, models, data }: Ended): Fared {
  const entries = outcome.lines.flatMap((line) => (line.type === 'entry' ? [line.entry] : []))
  const contents = entries
    .filter(({ runId }) => (runId === null) === (where === 'main'))
    .map(({ content }) => content)
  const last = contents.findLast(({ kind }) => kind === 'assistant')
  const parent = models.calls.filter((request) => !isUnderTest(request)).at(-1)
  return {
    outcome,
    contents,
    failure: where === 'main' ? failureIn(contents) : failureOfRun(data),
    asked: models.calls.filter(isUnderTest),
    text: last?.kind === 'assistant' ? last.text : '',
    told: (words) =>
      where === 'main'
        ? words.every((word) => JSON.stringify(outcome.result).includes(word))
        : parent !== undefined && knows(parent, words),
  }
}

const isUnderTest = (request: ModelCall): boolean => taskOf(request).startsWith('Meet what comes.')

const failureIn = (contents: readonly Entry['content'][]): Fared['failure'] =>
  contents.flatMap((content) => (content.kind === 'failure' ? [content] : []))[0] ?? null

/** Of the one run that there is. */
function failureOfRun(data: string): Fared['failure'] {
  const [run] = readLedger<{ result: string }>(data, 'select result from delegation_runs')
  return (JSON.parse(run?.result ?? '{}') as { error: Fared['failure'] }).error
}

const resultsIn = ({ contents }: Fared) =>
  contents.flatMap((content) => (content.kind === 'tool_result' ? [content] : []))

/** What no further try within the loop mends. */
const FINAL_FAULTS = [
  ['status 401', 'model_unauthorized'],
  ['status 402', 'model_no_credit'],
  ['status 429 You exceeded your current quota', 'model_no_credit'],
  ['status 403', 'model_forbidden'],
  ['status 404', 'model_unknown'],
  ['status 400', 'model_rejected'],
  ['status 429 retry-after 7200', 'model_rate_limited'],
] as const

/** Whether it concerns everybody who asks there. */
const isRefusal = ([, code]: (typeof FINAL_FAULTS)[number]): boolean => RefusalCode.safeParse(code).success

for (const [fault, code] of FINAL_FAULTS.filter(isRefusal)) {
  test(`in worker "${fault}" waits as ${code}, asked once, with what had been done kept`, async ({
    meet,
  }) => {
    const [done, words] = [randomToken(), randomToken()]

    const story = await meet('worker', [[say(done), call('list_files', { path: '.' })], `${fault} ${words}`])

    expect([story.outcome.code, story.outcome.result.error?.code]).toEqual([2, code])
    expect(JSON.stringify(story.outcome.result.error)).toContain(words)
    expect(story.outcome.stderr).toContain('Sub-agents wait')
    expect(story.asked).toHaveLength(2)
    expect([story.text, resultsIn(story)]).toMatchObject([done, [{ ok: true }]])
    expect(story.outcome.result.delegations).toMatchObject([{ state: 'waiting' }])
  })
}

for (const where of EVERYWHERE) {
  test.describe(`in ${where}`, () => {
    for (const [fault, code] of FINAL_FAULTS.filter((each) => where === 'main' || !isRefusal(each))) {
      test(`"${fault}" is told as ${code}, asked once, with what had been done kept`, async ({ meet }) => {
        const [done, words] = [randomToken(), randomToken()]

        const story = await meet(where, [[say(done), call('list_files', { path: '.' })], `${fault} ${words}`])

        expect(story.failure).toMatchObject({ code, details: { message: expect.stringContaining(words) } })
        expect(story.asked).toHaveLength(2)
        expect([story.text, resultsIn(story)]).toMatchObject([done, [{ ok: true }]])
        expect(story.told([code, done])).toBe(true)
        if (where === 'main') {
          expect([story.outcome.code, story.outcome.result.error?.code]).toEqual([3, code])
          expect(story.outcome.stderr).toContain(words)
        } else expect(story.outcome.result.delegations).toMatchObject([{ state: 'failed' }])
      })
    }

    for (const [fault, leastPauseMs] of [
      ['status 429 retry-after 3', 3_000],
      ['status 429', 1_000],
      ['status 408', 1_000],
      ['status 500', 1_000],
      ['status 503 retry-after 2', 2_000],
      ['end', 1_000],
    ] as const) {
      test(`"${fault}" is waited for and tried again`, async ({ meet }) => {
        const token = randomToken()

        const story = await meet(where, [[`first 1 ${fault}`, say(token)]])

        expectAnswered(story, token)
        const [first, second] = story.asked.map(({ at }) => at)
        expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(leastPauseMs)
      })
    }

    for (const fault of ['cut', 'close', 'garbage', 'error the server broke']) {
      test(`"${fault}" in the middle of an answer is tried again, and the answer stands there once`, async ({
        meet,
      }) => {
        const [begun, ended] = [randomToken(), randomToken()]

        const story = await meet(where, [[say(begun), `first 1 ${fault}`, say(ended)]])

        expectAnswered(story, `${begun}\n${ended}`)
      })
    }

    test('an answer that stays empty is told as model_empty', async ({ meet }) => {
      const story = await meet(where, ['end'])

      expect(story.failure).toMatchObject({ code: 'model_empty' })
      expect(story.asked).toHaveLength(2)
      expect(story.told(['model_empty'])).toBe(true)
    })

    test('a call of an answer that broke off is run once, when it came whole', async ({ meet, folder }) => {
      const token = randomToken()
      const writing = call('write_file', { path: 'new.txt', content: token })

      const story = await meet(where, [[writing, 'first 1 cut'], say('on')])

      expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe(token)
      expect(resultsIn(story)).toMatchObject([{ ok: true, details: { kind: 'write', created: true } }])
      expect(story.asked).toHaveLength(3)
    })

    test('malformed arguments are told to the model, which goes on', async ({ meet, folder }) => {
      await expectMended(meet, where, { folder, mistake: 'call read_file {"path": "fact' })
    })

    test('a tool that there is none is told to the model, which goes on', async ({ meet, folder }) => {
      await expectMended(meet, where, { folder, mistake: call('read_thoughts', { path: 'fact-1.txt' }) })
    })

    test('a call written as text is made', async ({ meet, folder }) => {
      const [fact] = writeFacts(folder, 1)
      const written = JSON.stringify({ name: 'read_file', arguments: { path: fact?.file } })

      const story = await meet(where, [say(`I look it up.\n\`\`\`json\n${written}\n\`\`\``), recall(TOKEN)])

      expect(resultsIn(story)).toMatchObject([{ tool: 'read_file', ok: true }])
      expect(story.text).toBe(fact?.token)
      expect(story.asked.every((request) => request.messages.every(isAnsweredBy(request)))).toBe(true)
    })
  })
}

/** One fault, one more request, one answer. */
function expectAnswered(story: Fared, text: string): void {
  expect(story.outcome.code).toBe(0)
  expect(story.text).toBe(text)
  expect(story.failure).toBeNull()
  expect(story.contents.filter(({ kind }) => kind === 'assistant' || kind === 'interrupted')).toHaveLength(1)
  expect(story.asked).toHaveLength(2)
  expect(story.told([text.split('\n').at(-1) ?? ''])).toBe(true)
}

type Mistake = { readonly folder: string; readonly mistake: string }

async function expectMended(
  meet: (where: Where, steps: readonly Step[]) => Promise<Fared>,
  where: Where,
  { folder, mistake }: Mistake,
): Promise<void> {
  const [fact] = writeFacts(folder, 1)

  const story = await meet(where, [mistake, call('read_file', { path: fact?.file }), recall(TOKEN)])

  const [refused, done] = resultsIn(story)
  expect([refused?.ok, done?.ok]).toEqual([false, true])
  expect(story.text).toBe(fact?.token)
  const second = story.asked[1]
  expect(second && knows(second, [refused?.text ?? 'nothing'])).toBe(true)
}

/** Endpoints refuse a history in which a call has no result. */
const isAnsweredBy =
  ({ messages }: ModelCall) =>
  (message: ModelCall['messages'][number]): boolean =>
    message.role !== 'assistant' ||
    message.toolCalls.every(({ id }) => messages.some((each) => each.role === 'tool' && each.callId === id))
