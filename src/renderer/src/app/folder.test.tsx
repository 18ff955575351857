import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { aConversation, anEntry, userSays } from '../testing/builders.ts'
import { renderApp } from '../testing/render-app.tsx'

afterEach(cleanup)

const settings = {
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, baseUrl: 'http://localhost:1234/v1', name: 'm' },
}

/** What a browser hands over when a folder or a file is dropped. */
const dropped = (name: string, isFile: boolean) => ({
  dataTransfer: {
    types: ['Files'],
    files: [new File([], name)],
    items: [{ webkitGetAsEntry: () => ({ isFile }) }],
  },
})

test('a folder dropped on the first screen makes a conversation that works in it', async () => {
  const { inputsOf } = await renderApp({ settings })
  fireEvent.dragOver(document, dropped('work', false))
  await screen.findByTestId('drop-zone')
  fireEvent.drop(document, dropped('work', false))
  await waitFor(() => expect(inputsOf('conversation.create')).toEqual([{ folder: '/dropped/work' }]))
  await waitFor(() => expect(screen.getByTestId('folder-chip').textContent).toBe('work'))
})

test('a folder dropped on an empty conversation without one becomes its folder', async () => {
  const { inputsOf } = await renderApp({ settings, conversations: [aConversation({ folder: null })] })
  await screen.findByTestId('start')
  await waitFor(() => expect(inputsOf('conversation.open')).toHaveLength(1))
  fireEvent.drop(document, dropped('work', false))
  await waitFor(() =>
    expect(inputsOf('conversation.setFolder')).toEqual([{ conversationId: 'c1', folder: '/dropped/work' }]),
  )
})

test('a conversation that has begun keeps its folder; the dropped one gets a conversation of its own', async () => {
  const { inputsOf } = await renderApp({
    settings,
    conversations: [aConversation({ folder: null })],
    entries: [anEntry(1, userSays('hello'))],
  })
  await screen.findByText('hello')
  fireEvent.drop(document, dropped('work', false))
  await waitFor(() => expect(inputsOf('conversation.create')).toEqual([{ folder: '/dropped/work' }]))
  expect(inputsOf('conversation.setFolder')).toEqual([])
})

test('a dropped file is refused in words', async () => {
  const { inputsOf } = await renderApp({ settings })
  fireEvent.drop(document, dropped('notes.md', true))
  expect((await screen.findByTestId('notice')).textContent).toContain('Only folders')
  expect(inputsOf('conversation.create')).toEqual([])
})

test('what was typed before the folder was dropped is still there', async () => {
  await renderApp({ settings })
  fireEvent.change(screen.getByTestId('composer'), { target: { value: 'look around' } })
  fireEvent.drop(document, dropped('work', false))
  await waitFor(() => expect(screen.getByTestId('folder-chip').textContent).toBe('work'))
  expect(screen.getByTestId<HTMLTextAreaElement>('composer').value).toBe('look around')
})

test('a folder that may not be one is refused with its reason', async () => {
  const { memory } = await renderApp({ settings })
  memory.refuse('conversation.create', { code: 'folder_refused', details: { path: '/' } })
  memory.chosenFolder = '/'
  fireEvent.click(screen.getByTestId('folder-chip'))
  expect((await screen.findByTestId('notice')).textContent).toContain('/ is a whole disk')
})
