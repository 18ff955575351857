import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EntryId } from '../../../shared/ids.ts'
import { aConversation, agentSays, anEntry, conversationId, userSays } from '../testing/builders.ts'
import { renderApp } from '../testing/render-app.tsx'

afterEach(cleanup)

const id = (name: string) => EntryId.parse(name)
const exchange = [
  anEntry(1, userSays('About figs')),
  anEntry(2, agentSays('Of figs.')),
  anEntry(3, userSays('And plums?')),
  anEntry(4, agentSays('Of plums.')),
]
const show = (seed: Parameters<typeof renderApp>[0] = {}) =>
  renderApp({ conversations: [aConversation()], entries: exchange, ...seed })
const messages = () => screen.findAllByTestId('message')
const at = async (place: number) => {
  const message = (await messages())[place]
  if (message === undefined) throw new Error(`No message ${place}.`)
  return within(message)
}

test('a message is edited in its place, and asked anew', async () => {
  const { inputsOf } = await show()
  const message = await at(0)
  fireEvent.click(message.getByTestId('edit-message'))
  fireEvent.change(message.getByTestId('edit-field'), { target: { value: 'About pears' } })
  fireEvent.keyDown(message.getByTestId('edit-field'), { key: 'Enter' })
  await waitFor(() =>
    expect(inputsOf('conversation.edit')).toEqual([
      { conversationId: 'c1', entryId: 'e1', text: 'About pears' },
    ]),
  )
})

test('an edit that is given up, or changes nothing, asks nothing', async () => {
  const { inputsOf } = await show()
  const message = await at(0)
  fireEvent.click(message.getByTestId('edit-message'))
  fireEvent.change(message.getByTestId('edit-field'), { target: { value: 'x' } })
  fireEvent.keyDown(message.getByTestId('edit-field'), { key: 'Escape' })
  expect(message.queryByTestId('edit-field')).toBeNull()
  fireEvent.click(message.getByTestId('edit-message'))
  fireEvent.keyDown(message.getByTestId('edit-field'), { key: 'Enter' })
  expect(inputsOf('conversation.edit')).toEqual([])
})

test('only the last answer can be asked for again', async () => {
  const { inputsOf } = await show()
  expect((await at(1)).queryByTestId('retry-answer')).toBeNull()
  fireEvent.click((await at(3)).getByTestId('retry-answer'))
  await waitFor(() => expect(inputsOf('conversation.retry')).toEqual([{ conversationId: 'c1' }]))
})

test('while an answer is under way nothing is edited, and no other version chosen', async () => {
  const branches = [{ parentId: id('e3'), entryIds: [id('old'), id('e4')] }]
  await show({ conversations: [aConversation({ turn: 'running' })], branches })
  await messages()
  expect(screen.queryByTestId('edit-message')).toBeNull()
  expect(screen.queryByTestId('retry-answer')).toBeNull()
  expect(screen.getByTestId<HTMLButtonElement>('older-version').disabled).toBe(true)
})

test('a switch stands only where there are two versions, and leads to the other', async () => {
  const { inputsOf } = await show({ branches: [{ parentId: id('e3'), entryIds: [id('old'), id('e4')] }] })
  const last = await at(3)
  expect(screen.getAllByTestId('versions')).toHaveLength(1)
  expect(last.getByRole('img', { name: 'Version 2 of 2' }).textContent).toBe('2/2')
  expect(last.getByTestId<HTMLButtonElement>('newer-version').disabled).toBe(true)
  fireEvent.click(last.getByTestId('older-version'))
  await waitFor(() =>
    expect(inputsOf('conversation.chooseBranch')).toEqual([{ conversationId: 'c1', entryId: 'old' }]),
  )
})

test('when another branch is shown the conversation is read again', async () => {
  const { memory, inputsOf } = await show()
  await messages()
  const before = inputsOf('conversation.open').length
  memory.emit({ type: 'branch.changed', conversationId: conversationId('other') })
  memory.emit({ type: 'branch.changed', conversationId: conversationId() })
  await waitFor(() => expect(inputsOf('conversation.open')).toHaveLength(before + 1))
})

test('a new answer beside an old one gets its switch as it comes in', async () => {
  const { memory } = await show({
    entries: exchange.slice(0, 3),
    branches: [{ parentId: id('e3'), entryIds: [id('old')] }],
  })
  await messages()
  expect(screen.queryByTestId('versions')).toBeNull()
  memory.emit({ type: 'entry.appended', entry: anEntry(5, agentSays('Anew.'), { parentId: id('e3') }) })
  expect(await screen.findByRole('img', { name: 'Version 2 of 2' })).toBeTruthy()
})
