import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import type { FolderItem } from '../../../shared/folder-trust.ts'
import { aConversation } from '../testing/builders.ts'
import { renderApp } from '../testing/render-app.tsx'

afterEach(cleanup)

const settings = {
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, baseUrl: 'http://localhost:1234/v1', name: 'm' },
}
const agents: FolderItem = { path: 'AGENTS.md', kind: 'instructs', bytes: 4, sha256: 'aa', state: 'new' }
const hook: FolderItem = {
  path: '.muster/hooks/run.sh',
  kind: 'executes',
  bytes: 4,
  sha256: 'bb',
  state: 'new',
}
const conversations = [aConversation({ folder: '/work' })]

/** The buttons are dead until the sheet has stood still for a moment. */
async function press(button: 'trust-yes' | 'trust-no'): Promise<void> {
  await waitFor(() => expect(screen.getByTestId(button)).toHaveProperty('disabled', false))
  fireEvent.click(screen.getByTestId(button))
}
const marksOf = (): (string | undefined)[] =>
  screen.getAllByTestId('trust-item').map(({ dataset }) => dataset['mark'])
const comeToFront = (): void => void fireEvent(window, new Event('focus'))

test('a folder that brings instructions is asked about, and the answer is for what was shown', async () => {
  const { inputsOf } = await renderApp({ settings, conversations, folderItems: [agents, hook] })

  const sheet = await screen.findByTestId('dialog')
  expect(screen.getAllByTestId('trust-item').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('AGENTS.md'),
    expect.stringContaining('can start programs'),
  ])
  expect(sheet.textContent).toContain('asks before it writes')
  await press('trust-yes')

  await waitFor(() =>
    expect(inputsOf('folder.trust')).toEqual([
      {
        folder: '/work',
        trusted: true,
        items: [
          { path: agents.path, sha256: 'aa' },
          { path: hook.path, sha256: 'bb' },
        ],
      },
    ]),
  )
  await waitFor(() => expect(screen.getByTestId('folder-trust').dataset['trusted']).toBe('true'))
  await waitFor(() => expect(screen.queryByTestId('dialog')).toBeNull())
})

test('a no is kept, and the folder is shown as not trusted', async () => {
  const { inputsOf } = await renderApp({ settings, conversations, folderItems: [agents] })
  await screen.findByTestId('dialog')
  await press('trust-no')

  await waitFor(() => expect(inputsOf('folder.trust')).toMatchObject([{ trusted: false }]))
  expect(screen.getByTestId('folder-trust').dataset['trusted']).toBe('false')
})

test('a folder that brings nothing is not spoken of, and the demo’s own neither', async () => {
  const { inputsOf } = await renderApp({ settings, conversations })
  await waitFor(() => expect(inputsOf('folder.inspect')).toEqual([{ folder: '/work' }]))
  expect(screen.queryByTestId('folder-trust')).toBeNull()
  cleanup()

  const demo = aConversation({ folder: '/demo', demo: true })
  const other = await renderApp({ settings, conversations: [demo], folderItems: [agents] })
  await screen.findByTestId('model-chip')
  expect(other.inputsOf('folder.inspect')).toEqual([])
})

test('a yes to a file that changed meanwhile keeps the sheet open, marks the file, and asks again', async () => {
  const { memory, inputsOf } = await renderApp({ settings, conversations, folderItems: [agents, hook] })
  await screen.findByTestId('dialog')
  expect(screen.queryByTestId('trust-moved')).toBeNull()
  memory.folderItems = [{ ...agents, sha256: 'cc' }, hook]
  await press('trust-yes')

  expect((await screen.findByTestId('trust-moved')).textContent).toContain('changed while you looked')
  expect(marksOf()).toEqual(['changedNow', 'none'])
  expect(screen.getByTestId('folder-trust').dataset['trusted']).toBe('false')
  expect(screen.getByTestId('trust-yes'), 'dead until the new state was seen').toHaveProperty(
    'disabled',
    true,
  )
  await press('trust-yes')

  await waitFor(() => expect(screen.queryByTestId('dialog')).toBeNull())
  expect(inputsOf('folder.trust').at(-1)).toMatchObject({ items: [{ sha256: 'cc' }, { sha256: 'bb' }] })
  expect(screen.getByTestId('folder-trust').dataset['trusted']).toBe('true')
})

test('what changes under an open sheet is marked when the window comes to the front', async () => {
  const { memory } = await renderApp({ settings, conversations, folderItems: [agents] })
  await screen.findByTestId('dialog')
  memory.folderItems = [{ ...hook }]
  comeToFront()

  await screen.findByTestId('trust-moved')
  expect(marksOf()).toEqual(['cameNow', 'goneNow'])

  memory.folderItems = []
  comeToFront()
  await waitFor(() => expect(screen.queryByTestId('dialog')).toBeNull())
  expect(screen.queryByTestId('folder-trust')).toBeNull()
})

test('a sheet that was put off comes back by a click or for something new, and not for the same', async () => {
  const { memory, inputsOf } = await renderApp({ settings, conversations, folderItems: [agents] })
  fireEvent.keyDown(await screen.findByTestId('dialog'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByTestId('dialog')).toBeNull())
  expect(inputsOf('folder.trust')).toEqual([])

  comeToFront()
  await waitFor(() => expect(inputsOf('folder.inspect')).toHaveLength(2))
  await act(async () => undefined)
  expect(screen.queryByTestId('dialog')).toBeNull()
  memory.folderItems = [agents, hook]
  comeToFront()
  await screen.findByTestId('dialog')
})

test('an answer that cannot be kept is said in the sheet, which stays', async () => {
  const { memory } = await renderApp({ settings, conversations, folderItems: [agents] })
  await screen.findByTestId('dialog')
  memory.refuse('folder.trust', { code: 'disk_full', details: {} })
  await press('trust-yes')

  expect((await screen.findByTestId('failure')).dataset['code']).toBe('disk_full')
  await press('trust-yes')
  await waitFor(() => expect(screen.queryByTestId('dialog')).toBeNull())
})

test('what an agent wrote during a turn is asked about after it', async () => {
  const { memory } = await renderApp({ settings, conversations })
  memory.folderItems = [agents]
  act(() =>
    memory.emit({
      type: 'conversation.changed',
      conversation: aConversation({ folder: '/work', turn: 'running' }),
    }),
  )

  await screen.findByTestId('dialog')
})
