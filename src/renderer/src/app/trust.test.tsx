import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
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

test('a folder that brings instructions is asked about, and the answer is for what was shown', async () => {
  const { inputsOf } = await renderApp({ settings, conversations, folderItems: [agents, hook] })

  const sheet = await screen.findByTestId('dialog')
  expect(screen.getAllByTestId('trust-item').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('AGENTS.md'),
    expect.stringContaining('can start programs'),
  ])
  expect(sheet.textContent).toContain('asks before it writes')
  fireEvent.click(screen.getByTestId('trust-yes'))

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
  fireEvent.click(await screen.findByTestId('trust-no'))

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
