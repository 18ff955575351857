import { expect, test } from 'vitest'
import type { Entry, EntryContent } from '../../../../shared/entry.ts'
import { ConversationId, EntryId } from '../../../../shared/ids.ts'
import { addConversation, userSays } from '../../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../../testing/temporary-ledger.ts'

const answer = (text: string): EntryContent => ({
  kind: 'assistant',
  text,
  thinking: '',
  toolCalls: [],
  model: 'm',
})

/** A conversation in which things are said; each turn is over when the next thing happens. */
async function withConversation() {
  const { ledger, ...place } = openTemporaryLedger()
  const { id } = await addConversation({ ledger, ...place })
  const head = () => ledger.query.conversations.head(id)
  const end = (turnId: unknown) =>
    ledger.conversations.endTurn({
      id: turnId as never,
      conversationId: id,
      state: 'completed',
      failure: null,
    })
  const append = (content: EntryContent): Promise<Entry> =>
    ledger.journal.append({ conversationId: id, run: null, parentId: head(), content, usage: null })
  async function exchange(question: string, reply: string): Promise<{ asked: Entry; answered: Entry }> {
    const sent = await ledger.conversations.send(id, question)
    if (sent === null) throw new Error('A turn is live.')
    const answered = await append(answer(reply))
    await end(sent.turnId)
    return { asked: sent.entry, answered }
  }
  const shown = () => ledger.query.entries.branch(head())
  const forks = () =>
    ledger.query.branches.of({
      conversationId: id,
      head: head(),
      parents: shown().map(({ parentId }) => parentId),
    })
  const texts = () => shown().map(({ content }) => ('text' in content ? content.text : content.kind))
  return { ledger, id, head, end, append, exchange, texts, forks }
}

test('an edited message stands beside the old one, and a turn begins', async () => {
  const { ledger, id, exchange, texts, forks } = await withConversation()
  await exchange('one', 'first')
  const { asked } = await exchange('two', 'second')
  await exchange('three', 'third')

  const { entry } = await ledger.branches.edit({ conversationId: id, entryId: asked.id }, 'zwei')

  expect(entry.content).toEqual(userSays('zwei'))
  expect(texts()).toEqual(['one', 'first', 'zwei'])
  expect(ledger.query.conversations.find(id)?.turn).toBe('running')
  expect(forks()).toEqual([{ parentId: asked.parentId, entryIds: [asked.id, entry.id] }])
})

test('the first message of a conversation can be edited, too', async () => {
  const { ledger, id, exchange, texts, forks } = await withConversation()
  const { asked } = await exchange('one', 'first')

  const { entry } = await ledger.branches.edit({ conversationId: id, entryId: asked.id }, 'eins')

  expect(texts()).toEqual(['eins'])
  expect(forks()).toEqual([{ parentId: null, entryIds: [asked.id, entry.id] }])
})

test('a retry goes back to what was asked last, and names the answer beside which the next will stand', async () => {
  const { ledger, id, exchange, texts, forks, append, end } = await withConversation()
  await exchange('one', 'first')
  const { asked, answered } = await exchange('two', 'second')
  await append({ kind: 'failure', code: 'model_cut', details: {} })

  const turnId = await ledger.branches.retry(id)

  expect(texts()).toEqual(['one', 'first', 'two'])
  expect(forks()).toEqual([{ parentId: asked.id, entryIds: [answered.id] }])
  const again = await append(answer('zweite'))
  await end(turnId)
  expect(texts()).toEqual(['one', 'first', 'two', 'zweite'])
  expect(forks()).toEqual([{ parentId: asked.id, entryIds: [answered.id, again.id] }])
})

test('choosing a branch goes to its newest end, and back', async () => {
  const { ledger, id, exchange, texts, head, end } = await withConversation()
  const { asked } = await exchange('one', 'first')
  await exchange('two', 'second')
  const old = head()
  const { entry, turnId } = await ledger.branches.edit({ conversationId: id, entryId: asked.id }, 'eins')
  await end(turnId)

  await ledger.branches.choose({ conversationId: id, entryId: asked.id })
  expect(texts()).toEqual(['one', 'first', 'two', 'second'])
  expect(head()).toBe(old)
  await ledger.branches.choose({ conversationId: id, entryId: entry.id })
  expect(texts()).toEqual(['eins'])
})

test('nothing moves while a turn is live', async () => {
  const { ledger, id, exchange, texts } = await withConversation()
  const { asked } = await exchange('one', 'first')
  await ledger.conversations.send(id, 'two')
  const refused = { code: 'invalid_transition' }

  const place = { conversationId: id, entryId: asked.id }
  await expect(ledger.branches.edit(place, 'eins')).rejects.toMatchObject(refused)
  await expect(ledger.branches.retry(id)).rejects.toMatchObject(refused)
  await expect(ledger.branches.choose(place)).rejects.toMatchObject(refused)
  expect(texts()).toEqual(['one', 'first', 'two'])
})

test('only messages of people in this very conversation can be edited', async () => {
  const { ledger, id, exchange } = await withConversation()
  const { asked, answered } = await exchange('one', 'first')
  const edit = (conversationId: ConversationId, entryId: EntryId) =>
    ledger.branches.edit({ conversationId, entryId }, 'x')

  await expect(edit(id, answered.id)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(edit(id, EntryId.parse('ent_nobody'))).rejects.toMatchObject({ code: 'not_found' })
  await expect(edit(ConversationId.parse('cnv_other'), asked.id)).rejects.toMatchObject({ code: 'not_found' })
  expect(ledger.query.conversations.find(id)?.turn).toBe('idle')
})

test('an empty conversation has nothing to answer', async () => {
  const { ledger, id } = await withConversation()

  await expect(ledger.branches.retry(id)).rejects.toMatchObject({ code: 'invalid_input' })
})
