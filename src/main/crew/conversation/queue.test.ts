import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script } from '../../testing/script/write-script.ts'

const kinds = ({ contents }: CrewBench, id: ConversationId): string[] =>
  contents(id).map((content) =>
    content.kind === 'assistant' && content.toolCalls.length > 0 ? 'call' : content.kind,
  )
const waiting = ({ conversations }: CrewBench, id: ConversationId): string[] =>
  conversations.open(id).queued.map(({ text }) => text)
const numberOf = ({ conversations }: CrewBench, id: ConversationId, text: string): number =>
  conversations.open(id).queued.find((each) => each.text === text)?.number ?? 0

/** A turn in the middle of a step, behind which these messages wait. */
async function atWork(steps: string, ...texts: string[]) {
  const crew = await openCrew()
  const { id } = await crew.say(steps)
  await eventually(() => expect(crew.models.calls).not.toHaveLength(0))
  for (const text of texts) await crew.conversations.send(id, text)
  return { crew, id }
}
const TWO_STEPS = script(['gate first', call('list_files', {})], ['gate second', say('Listed.')])

test('what is sent now goes into the running turn behind the results of its step', async () => {
  const { crew, id } = await atWork(TWO_STEPS, 'later', 'now')

  await crew.conversations.queue.sendNow(id, numberOf(crew, id, 'now'))
  crew.models.gates.open('first')
  await eventually(() => expect(kinds(crew, id)).toEqual(['user', 'call', 'tool_result', 'user']))

  expect(crew.contents(id).at(-1)).toEqual({ kind: 'user', text: 'now' })
  expect(waiting(crew, id)).toEqual(['later'])
  expect(crew.events.findLast(({ type }) => type === 'queue.changed')).toMatchObject({
    queued: [{ text: 'later', urgent: false }],
  })
  crew.models.gates.open('second')
  await crew.settled(id)
})

test('what is sent now while the last answer is written is answered in the same turn', async () => {
  const { crew, id } = await atWork(script(['gate first', say('Answered.')]), 'now')

  await crew.conversations.queue.sendNow(id, numberOf(crew, id, 'now'))
  crew.models.gates.open('first')
  await crew.settled(id)

  expect(kinds(crew, id)).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(crew.events.filter(({ type }) => type === 'turn.streamed')).not.toHaveLength(0)
})

test('what is sent now and not yet taken is answered first when the answer is stopped', async () => {
  const [one, two] = [script(say('one')), script(say('two'))]
  const { crew, id } = await atWork(TWO_STEPS, one, two)
  await crew.conversations.queue.sendNow(id, numberOf(crew, id, two))

  await crew.conversations.stop(id)
  const answers = (): string[] =>
    crew.contents(id).flatMap((each) => (each.kind === 'assistant' ? [each.text] : []))
  await eventually(() => expect(answers()).toEqual(['two', 'one']))
  expect(waiting(crew, id)).toEqual([])
})

test('behind a failed answer what waits goes on waiting until a person sends it', async () => {
  const next = script(say('Better.'))
  const { crew, id } = await atWork(script(['gate first', call('list_files', {})], 'status 400 no'), next)
  crew.models.gates.open('first')
  await crew.settled(id)
  expect(crew.conversation(id).failure).toMatchObject({ code: 'model_rejected' })
  expect(waiting(crew, id)).toEqual([next])

  await crew.conversations.queue.sendNow(id, numberOf(crew, id, next))
  await crew.settled(id)
  expect(crew.conversation(id).failure).toBeNull()
  expect(crew.contents(id).at(-1)).toMatchObject({ kind: 'assistant', text: 'Better.' })
})

test('what waits can be changed and taken back, and is sent in its order when the answer has ended', async () => {
  const { crew, id } = await atWork(TWO_STEPS, 'one', 'two', 'three')

  await crew.conversations.queue.edit(id, numberOf(crew, id, 'one'), 'eins')
  await crew.conversations.queue.remove(id, numberOf(crew, id, 'two'))
  expect(waiting(crew, id)).toEqual(['eins', 'three'])
  crew.models.gates.open('first')
  crew.models.gates.open('second')

  const said = (): unknown[] => crew.contents(id).filter(({ kind }) => kind === 'user')
  await eventually(() =>
    expect(said().slice(1)).toEqual(['eins', 'three'].map((text) => ({ kind: 'user', text }))),
  )
  await crew.settled(id)
})
