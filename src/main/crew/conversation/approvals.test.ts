import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ApprovalAnswer, ApprovalView } from '../../../shared/approval.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const write = (path: string, content = 'x'): string => call('write_file', { path, content })

const answerTo = ({ id, hash }: ApprovalView, given: Partial<ApprovalAnswer> = {}): ApprovalAnswer => ({
  approvalId: id,
  hash,
  allow: true,
  scope: 'once',
  note: '',
  ...given,
})

/** Waits for so many open questions. */
async function questions({ desk }: CrewBench, count = 1): Promise<ApprovalView[]> {
  await eventually(() => expect(desk.pending()).toHaveLength(count))
  return desk.pending()
}

async function question(bench: CrewBench): Promise<ApprovalView> {
  const [first] = await questions(bench)
  if (!first) throw new Error('no question')
  return first
}

const inFolder = ({ folder }: CrewBench, name: string): string => join(folder, name)
const lastResult = ({ contents }: CrewBench, id: ConversationId) =>
  contents(id).findLast(({ kind }) => kind === 'tool_result')

test('nothing is written before somebody says yes, and the turn waits until then', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(write('new.txt'), say('done')))
  const asked = await question(bench)
  await eventually(() => expect(bench.conversation(id)).toMatchObject({ turn: 'waiting', needsYou: 1 }))
  expect(asked).toMatchObject({ tool: 'write_file', target: 'new.txt', reason: 'writes', runId: null })
  expect(existsSync(inFolder(bench, 'new.txt'))).toBe(false)

  await bench.desk.answer(answerTo(asked))
  await bench.settled(id)

  expect(readFileSync(inFolder(bench, 'new.txt'), 'utf8')).toBe('x')
  expect(bench.contents(id).at(-1)).toMatchObject({ text: 'done' })
})

test('a no reaches the model with its reason, and nothing is written', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(write('new.txt'), say('done')))

  await bench.desk.answer(answerTo(await question(bench), { allow: false, note: 'not there' }))
  await bench.settled(id)

  expect(lastResult(bench, id)).toMatchObject({ ok: false, text: 'The user said no: not there' })
  expect(existsSync(inFolder(bench, 'new.txt'))).toBe(false)
})

test('a yes holds once: the same again is asked again', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(write('new.txt'), write('new.txt'), say('done')))
  const first = await question(bench)
  await bench.desk.answer(answerTo(first))
  await eventually(() => expect(bench.desk.pending()[0]?.id).not.toBe(first.id))

  await bench.desk.answer(answerTo(await question(bench)))
  await bench.settled(id)
})

test('a yes for the conversation is not asked again there, and holds for nobody else', async () => {
  const bench = await openCrew()
  const tasks = [{ goal: scripted('Write.', write('child.txt'), say('done')) }]
  const { id } = await bench.say(
    script(write('one.txt'), write('one.txt'), call('delegate', { tasks }), say('done')),
  )

  await bench.desk.answer(answerTo(await question(bench), { scope: 'conversation' }))
  await eventually(() => expect(bench.runs(id)).toHaveLength(1))
  const asked = await question(bench)

  expect(asked).toMatchObject({ target: 'child.txt', runId: bench.runs(id)[0]?.id })
  await bench.desk.answer(answerTo(asked))
  await bench.settled(id)
})

test('a file that steers agents is asked for each time: no yes for the conversation is kept', async () => {
  const bench = await openCrew()
  const steer = (content: string): string => write('AGENTS.md', content)
  const { id } = await bench.say(script(steer('one'), steer('two'), say('done')))
  const first = await question(bench)
  expect(first).toMatchObject({ reason: 'control_file', canRemember: false })

  await bench.desk.answer(answerTo(first, { scope: 'conversation' }))
  await eventually(() => expect(bench.desk.pending()[0]?.id).not.toBe(first.id))
  await bench.desk.answer(answerTo(await question(bench), { allow: false }))
  await bench.settled(id)

  expect(readFileSync(inFolder(bench, 'AGENTS.md'), 'utf8')).toBe('one')
})

test('an answer to something else than what is shown is refused', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(write('new.txt'), say('done')))
  const asked = await question(bench)

  await expect(bench.desk.answer(answerTo({ ...asked, hash: 'other' }))).rejects.toMatchObject({
    code: 'approval_stale',
  })
  expect(existsSync(inFolder(bench, 'new.txt'))).toBe(false)

  await bench.stopEverything(id)
})

test('a stop takes the question back', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(write('new.txt'), say('never')))
  await question(bench)

  await bench.conversations.stop(id)

  expect(bench.desk.pending()).toEqual([])
  expect(bench.conversation(id)).toMatchObject({ turn: 'idle', needsYou: 0 })
  expect(lastResult(bench, id)).toMatchObject({ ok: false, text: expect.not.stringContaining('said no') })
})

test('two questions of one step are answered in any order', async () => {
  const bench = await openCrew()
  writeFileSync(inFolder(bench, '.env'), 'A=1')
  writeFileSync(inFolder(bench, '.env.local'), 'B=2')
  const { id } = await bench.say(
    script([call('read_file', { path: '.env' }), call('read_file', { path: '.env.local' })], say('done')),
  )
  const [first, second] = (await questions(bench, 2)) as [ApprovalView, ApprovalView]

  await bench.desk.answer(answerTo(second, { allow: false }))
  expect(bench.conversation(id).turn).toBe('waiting')
  await bench.desk.answer(answerTo(first))
  await bench.settled(id)

  const results = bench.contents(id).filter(({ kind }) => kind === 'tool_result')
  expect(results).toMatchObject([{ ok: true }, { ok: false }])
})

test('a run that asks waits, gives its place away, and goes on with the answer', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 1 } })
  const tasks = [
    { goal: scripted('Write.', write('child.txt'), say('written')) },
    { goal: scripted('Be quick.', say('quick')) },
  ]
  const { id } = await bench.say(script(call('delegate', { tasks }), say('At work.'), 'echo'))
  const asked = await question(bench)

  await eventually(() => expect(bench.runs(id).map(({ state }) => state)).toEqual(['waiting', 'completed']))
  await bench.desk.answer(answerTo(asked))
  await bench.settled(id)

  expect(bench.runs(id)[0]).toMatchObject({ state: 'completed', result: { summary: 'written' } })
  expect(readFileSync(inFolder(bench, 'child.txt'), 'utf8')).toBe('x')
})

test('a run is marked before its effect is let go', async () => {
  const bench = await openCrew()
  const tasks = [{ goal: scripted('Write.', write('child.txt'), say('written')) }]
  const { id } = await bench.say(script(call('delegate', { tasks }), say('At work.')))
  const asked = await question(bench)
  const row = () => bench.ledger.query.runs.find(asked.runId as never)
  expect(row()?.sideEffects).toBe(false)

  await bench.desk.answer(answerTo(asked))
  await bench.settled(id)

  expect(row()?.sideEffects).toBe(true)
})

test('a run that waits for an answer and is stopped ends at once, and its question with it', async () => {
  const bench = await openCrew()
  const tasks = [{ goal: scripted('Write.', [say('so far'), write('child.txt')], say('never')) }]
  const { id } = await bench.say(script(call('delegate', { tasks }), say('At work.')))
  const asked = await question(bench)
  await eventually(() => expect(bench.runs(id)[0]?.state).toBe('waiting'))

  await bench.delegation.stopRun(asked.runId as never)
  await bench.settled(id)

  expect(bench.runs(id)[0]).toMatchObject({ state: 'stopped', result: { summary: 'so far' } })
  expect(bench.children[0]?.signals).toEqual([])
  expect(bench.desk.pending()).toEqual([])
  expect(bench.conversation(id).needsYou).toBe(0)
})

test('a question survives a crash, and its answer lets the conversation go on', async () => {
  const before = await openCrew()
  const { id } = await before.say(script(write('new.txt'), say('done')))
  const asked = await question(before)
  before.crash()

  const bench = await before.restart()
  expect(await questions(bench)).toEqual([asked])
  expect(bench.conversation(id)).toMatchObject({ turn: 'idle', needsYou: 1 })
  await bench.desk.answer(answerTo(asked))
  await bench.settled(id)

  expect(readFileSync(inFolder(bench, 'new.txt'), 'utf8')).toBe('x')
  expect(bench.contents(id).map(({ kind }) => kind)).toEqual([
    'user',
    'assistant',
    'tool_result',
    'assistant',
  ])
})

test('a question of a run survives a crash, and its answer starts the run again where it was', async () => {
  const before = await openCrew()
  const tasks = [{ goal: scripted('Write.', write('child.txt'), say('written')) }]
  const { id } = await before.say(script(call('delegate', { tasks }), say('At work.')))
  const asked = await question(before)
  await eventually(() => expect(before.runs(id)[0]?.state).toBe('waiting'))
  await eventually(() => expect(before.conversation(id).turn).toBe('idle'))
  before.crash()

  const bench = await before.restart()
  expect(bench.runs(id)[0]?.state).toBe('waiting')
  expect(bench.children).toEqual([])
  await bench.desk.answer(answerTo(asked))
  await eventually(() => expect(bench.runs(id)[0]?.state).toBe('completed'))

  expect(bench.runs(id)[0]).toMatchObject({ attempt: 2, result: { summary: 'written', steps: 2 } })
  expect(readFileSync(inFolder(bench, 'child.txt'), 'utf8')).toBe('x')
})

test('a run that waits without a process is stopped like any other', async () => {
  const before = await openCrew()
  const tasks = [{ goal: scripted('Write.', write('child.txt'), say('never')) }]
  const { id } = await before.say(script(call('delegate', { tasks }), say('At work.')))
  const asked = await question(before)
  await eventually(() => expect(before.conversation(id).turn).toBe('idle'))
  await eventually(() => expect(before.runs(id)[0]?.state).toBe('waiting'))
  before.crash()
  const bench = await before.restart()

  await bench.delegation.stopRun(asked.runId as never)

  expect(bench.runs(id)[0]).toMatchObject({ state: 'stopped' })
  expect(bench.desk.pending()).toEqual([])
  expect(bench.events.filter(({ type }) => type === 'approval.changed')).toMatchObject([
    { approval: { id: asked.id, state: 'denied' } },
  ])
})

test('a plain new message answers what was asked before a restart: no, and this instead', async () => {
  const before = await openCrew()
  const { id } = await before.say(script(write('new.txt'), say('never')))
  await question(before)
  before.crash()
  const bench = await before.restart()

  await bench.conversations.send(id, script(say('as you like')))
  await bench.settled(id)

  expect(bench.desk.pending()).toEqual([])
  const [, , result, message, answer] = bench.contents(id)
  expect(result).toMatchObject({ ok: false, text: expect.stringMatching(/^Denied, and the user says: /) })
  expect([message?.kind, answer]).toMatchObject(['user', { text: 'as you like' }])
})

test('a quit leaves a question open for the next start', async () => {
  const before = await openCrew()
  const tasks = [{ goal: scripted('Write.', write('child.txt'), say('written')) }]
  const { id } = await before.say(script([call('delegate', { tasks }), write('new.txt')], say('done')))
  await questions(before, 2)
  await eventually(() => expect(before.runs(id)[0]?.state).toBe('waiting'))
  await before.quit()

  const bench = await before.restart()
  for (const each of await questions(bench, 2)) await bench.desk.answer(answerTo(each))
  await eventually(() => expect(bench.conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 0 }))

  expect(existsSync(inFolder(bench, 'new.txt'))).toBe(true)
  expect(existsSync(inFolder(bench, 'child.txt'))).toBe(true)
})

test('a call without arguments is shown and asked about like any other', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script('call shell ', say('done')))
  await bench.settled(id)

  expect(lastResult(bench, id)).toMatchObject({
    ok: false,
    text: expect.stringContaining('shell was not run'),
  })
})
