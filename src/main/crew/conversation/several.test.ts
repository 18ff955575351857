import { expect, test } from 'vitest'
import type { ConversationId, EntryId } from '../../../shared/ids.ts'
import { randomIds } from '../../platform/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const token = (): string => randomIds.next('token')
const texts = ({ contents }: CrewBench, id: ConversationId): string[] =>
  contents(id).map((content) => ('text' in content ? content.text : content.kind))

function lastSaid({ conversations }: CrewBench, id: ConversationId): EntryId {
  const said = conversations.open(id).entries.findLast(({ content }) => content.kind === 'user')
  if (said === undefined) throw new Error('Nothing was said.')
  return said.id
}

test('a stop of one of several conversations that work at once touches no other', async () => {
  const bench = await openCrew()
  const words = Array.from({ length: 6 }, token)
  const task = (word: string) => ({ goal: scripted('Work.', ['gate go', say(word)]) })
  const told = await Promise.all(
    words.map((word) =>
      bench.say(script(call('delegate', { tasks: [task(word)], wait: true }), ['gate go', 'echo'])),
    ),
  )
  await eventually(() => expect(told.every(({ id }) => bench.runs(id)[0] !== undefined)).toBe(true))

  const stopped = told[2]?.id as ConversationId
  await bench.stopEverything(stopped)
  bench.models.gates.open('go')
  const others = told.filter(({ id }) => id !== stopped)
  for (const { id } of others) await bench.settled(id)

  for (const [index, { id }] of told.entries()) {
    const said = texts(bench, id).join('\n')
    if (id === stopped) expect(said).not.toContain(`${words[index] ?? ''}\n`)
    else expect(texts(bench, id).at(-1)).toContain(words[index])
    for (const word of words) if (word !== words[index]) expect(said).not.toContain(word)
  }
  expect(bench.conversation(stopped)).toMatchObject({ turn: 'idle', failure: null })
})

test('a message said otherwise while its sub-agents still work: their results come once, to the new branch', async () => {
  const bench = await openCrew()
  const [result, word] = [token(), token()]
  const task = { goal: scripted('Work.', ['gate go', say(result)]) }
  const { id } = await bench.say(script(call('delegate', { tasks: [task] }), say('At work.'), 'echo'))
  await eventually(() => expect(texts(bench, id).at(-1)).toBe('At work.'))
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))

  await bench.conversations.edit(id, lastSaid(bench, id), script(say(word), 'echo'))
  await eventually(() => expect(texts(bench, id).at(-1)).toBe(word))
  bench.models.gates.open('go')
  await bench.settled(id)

  expect(bench.runs(id)).toMatchObject([{ state: 'completed' }])
  const deliveries = bench.contents(id).filter(({ kind }) => kind === 'delivery')
  expect(deliveries).toHaveLength(1)
  expect(texts(bench, id).at(-1)).toContain(result)
})

test('a failed answer that is asked for again begins behind the same message', async () => {
  const bench = await openCrew()
  const word = token()
  const { id } = await bench.say(script(['first 1 status 400 no', say(word)]))
  await bench.settled(id)
  expect(bench.conversation(id).failure).toMatchObject({ code: 'model_rejected' })

  await bench.conversations.retry(id)
  await bench.settled(id)

  expect(bench.conversation(id).failure).toBeNull()
  expect(texts(bench, id).slice(1)).toEqual([word])
})
