import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aConversation, anEntry, conversationId, userSays } from '../testing/builders.ts'
import { renderApp } from '../testing/render-app.tsx'

afterEach(cleanup)

const queued = [
  { number: 7, text: 'then the tests', urgent: false },
  { number: 8, text: 'then the docs', urgent: false },
]
const show = () =>
  renderApp({
    conversations: [aConversation({ turn: 'running' })],
    entries: [anEntry(1, userSays('start'))],
    queued,
  })
const rows = () => screen.findAllByTestId('queued-message')
const texts = async () => (await rows()).map(({ textContent }) => textContent)
const first = async () => within((await rows())[0] ?? document.body)

test('what waits stands in its order, and nothing is drawn when nothing waits', async () => {
  const { memory } = await show()
  expect(await texts()).toEqual(['then the tests', 'then the docs'])
  memory.emit({ type: 'queue.changed', conversationId: conversationId('other'), queued: [] })
  expect(await texts()).toHaveLength(2)
  memory.emit({ type: 'queue.changed', conversationId: conversationId(), queued: [] })
  await waitFor(() => expect(screen.queryByTestId('queue')).toBeNull())
})

test('a message that waits is changed in its place', async () => {
  await show()
  fireEvent.click((await first()).getByTestId('queue-edit'))
  fireEvent.change(screen.getByTestId('edit-field'), { target: { value: 'then lint' } })
  fireEvent.click(screen.getByTestId('edit-accept'))
  await waitFor(async () => expect(await texts()).toEqual(['then lint', 'then the docs']))
})

test('a message that waits is taken back', async () => {
  await show()
  fireEvent.click((await first()).getByTestId('queue-remove'))
  await waitFor(async () => expect(await texts()).toEqual(['then the docs']))
})

test('a message that is sent now says when it goes in', async () => {
  const { inputsOf } = await show()
  fireEvent.click((await first()).getByTestId('queue-send'))
  await waitFor(async () => expect((await texts())[0]).toContain('goes in at the next step'))
  expect(inputsOf('queue.sendNow')).toEqual([{ conversationId: 'c1', number: 7 }])
})

test('a message that was sent meanwhile is said to be gone', async () => {
  const { memory } = await show()
  memory.refuse('queue.remove', { code: 'not_found', details: {} })
  fireEvent.click((await first()).getByTestId('queue-remove'))
  expect(await screen.findByTestId('notice')).toBeTruthy()
})
