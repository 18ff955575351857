import { expect, test } from 'vitest'
import type { ConversationId, EntryId } from '../../../shared/ids.ts'
import { openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { approvalRow } from '../../testing/rows.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const texts = ({ contents }: CrewBench, id: ConversationId): string[] =>
  contents(id).map((content) => ('text' in content ? content.text : content.kind))

/** The last thing that a person said on the branch that is shown. */
function lastSaid({ conversations }: CrewBench, id: ConversationId): EntryId {
  const said = conversations.open(id).entries.findLast(({ content }) => content.kind === 'user')
  if (said === undefined) throw new Error('Nothing was said.')
  return said.id
}

test('an edited message is answered anew, and the model sees nothing of the other branch', async () => {
  const crew = await openCrew()
  const { id } = await crew.say(script(say('First.')))
  await crew.settled(id)
  await crew.conversations.send(id, `About figs.\n${script(say('Of figs.'))}`)
  await crew.settled(id)

  await crew.conversations.edit(id, lastSaid(crew, id), `About plums.\n${script(say('Of plums.'))}`)
  await crew.settled(id)

  expect(texts(crew, id).at(-1)).toBe('Of plums.')
  expect(crew.models.calls.at(-1)?.body).not.toContain('figs')
  expect(crew.events).toContainEqual({ type: 'branch.changed', conversationId: id })
})

test('a retry keeps the old answer on its own branch, and each can be chosen', async () => {
  const crew = await openCrew()
  const { id } = await crew.say(script(say('One.')))
  await crew.settled(id)
  const [, old] = crew.conversations.open(id).entries

  await crew.conversations.retry(id)
  await crew.settled(id)

  const { entries, branches } = crew.conversations.open(id)
  expect(branches).toEqual([{ parentId: entries[0]?.id, entryIds: [old?.id, entries[1]?.id] }])
  await crew.conversations.chooseBranch(id, old?.id as EntryId)
  expect(crew.conversations.open(id).entries[1]?.id).toBe(old?.id)
})

test('what was handed on before is handed on anew on another branch', async () => {
  const crew = await openCrew()
  const task = { goal: scripted('Say it.', say('It.')) }
  const { id } = await crew.say(script(call('delegate', { tasks: [task], wait: true }), say('Done.')))
  await crew.settled(id)

  await crew.conversations.retry(id)
  await crew.settled(id)

  const { runs } = crew.conversations.open(id)
  expect(new Set(runs.map(({ delegationId }) => delegationId)).size).toBe(2)
})

test('a branch is refused while an answer is under way', async () => {
  const crew = await openCrew()
  const { id } = await crew.say(script(['gate later', say('Done.')]))
  const refused = { code: 'invalid_transition' }
  const said = lastSaid(crew, id)

  await expect(crew.conversations.edit(id, said, 'x')).rejects.toMatchObject(refused)
  await expect(crew.conversations.retry(id)).rejects.toMatchObject(refused)
  await expect(crew.conversations.chooseBranch(id, said)).rejects.toMatchObject(refused)
  crew.models.gates.open('later')
  await crew.settled(id)
  expect(texts(crew, id).at(-1)).toBe('Done.')
})

test('a question that outlived its process is answered with no before another branch begins', async () => {
  const crew = await openCrew()
  const { id } = await crew.say(script(say('First.')))
  await crew.settled(id)
  const entry = await crew.ledger.journal.append({
    conversationId: id,
    run: null,
    parentId: crew.ledger.query.conversations.head(id),
    content: {
      kind: 'assistant',
      text: '',
      thinking: '',
      toolCalls: [{ id: 'call_1', name: 'shell', arguments: '{"command":"ls"}' }],
      model: 'm',
    },
    usage: null,
  })
  await crew.ledger.approvals.ask(approvalRow({ conversationId: id }))
  await expect(crew.conversations.chooseBranch(id, entry.id)).rejects.toMatchObject({
    code: 'invalid_transition',
  })

  await crew.conversations.edit(id, lastSaid(crew, id), script(say('Another way.')))
  await crew.settled(id)

  expect(crew.conversation(id).needsYou).toBe(0)
  expect(texts(crew, id).slice(1)).toEqual(['Another way.'])
  await crew.conversations.chooseBranch(id, entry.id)
  expect(crew.contents(id).at(-1)).toMatchObject({ kind: 'tool_result', callId: 'call_1', ok: false })
})
