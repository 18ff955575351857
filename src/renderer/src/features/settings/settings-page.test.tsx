import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../../shared/settings.ts'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(cleanup)

const settings = {
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, baseUrl: 'https://api.example.org/v1', name: 'm' },
}

async function openSettings(seed = {}) {
  const app = await renderApp({ settings, ...seed })
  fireEvent.click(screen.getByTestId('open-settings'))
  return app
}
const fill = (testId: string, value: string) => {
  fireEvent.change(screen.getByTestId(testId), { target: { value } })
  fireEvent.blur(screen.getByTestId(testId))
}

test('a limit is set when its field is left', async () => {
  const { inputsOf } = await openSettings()
  fill('settings-maxDepth', '3')
  expect(inputsOf('settings.change')).toEqual([{ changes: [{ path: 'delegation.maxDepth', value: 3 }] }])
})

test('a limit out of range is said and not sent', async () => {
  const { inputsOf } = await openSettings()
  fill('settings-maxDepth', '9')
  expect(screen.getByText('A whole number from 1 to 5.')).toBeTruthy()
  expect(inputsOf('settings.change')).toEqual([])
})

test('an empty number of runs at once leaves the choice to Muster', async () => {
  const { inputsOf } = await openSettings({
    settings: { ...settings, delegation: { ...settings.delegation, maxConcurrentRuns: 8 } },
  })
  fill('settings-maxConcurrentRuns', '')
  expect(inputsOf('settings.change')).toEqual([
    { changes: [{ path: 'delegation.maxConcurrentRuns', value: null }] },
  ])
})

test('a key is handed over and never shown; how it is kept is said plainly', async () => {
  const { inputsOf } = await openSettings()
  const field = screen.getByTestId<HTMLInputElement>('settings-key')
  expect(field.type).toBe('password')
  fireEvent.change(field, { target: { value: 'sk-secret' } })
  fireEvent.click(screen.getByTestId('settings-save-key'))
  await waitFor(() => expect(field.value).toBe(''))
  expect(inputsOf('settings.setKey')).toEqual([{ baseUrl: 'https://api.example.org/v1', key: 'sk-secret' }])
  await screen.findByText(/kept until you quit and never written to disk/)
})

test('no key is sent over plain http to another machine', async () => {
  await openSettings({
    settings: {
      ...settings,
      model: { ...DEFAULT_SETTINGS.model, baseUrl: 'http://api.example.org/v1', name: 'm' },
    },
  })
  fireEvent.change(screen.getByTestId('settings-key'), { target: { value: 'sk-secret' } })
  expect(screen.getByTestId<HTMLButtonElement>('settings-save-key').disabled).toBe(true)
})

test('a test call shows what the model said and how long it took', async () => {
  await openSettings()
  fireEvent.click(screen.getByTestId('settings-test'))
  await waitFor(() =>
    expect(screen.getByTestId('settings-test-result').textContent).toBe('Answered after 420 ms: “Hello”'),
  )
})

test('a test call that fails shows the text of the error', async () => {
  const { memory } = await openSettings()
  memory.refuse('settings.testModel', {
    code: 'model_unauthorized',
    details: { host: 'api.example.org', message: 'bad key' },
  })
  fireEvent.click(screen.getByTestId('settings-test'))
  await waitFor(() => expect(screen.getByTestId('settings-test-result').textContent).toContain('bad key'))
  expect(screen.getByTestId('settings-test-result').textContent).toContain('api.example.org says')
})

test('the names of models come from the endpoint, and only when asked', async () => {
  const { inputsOf } = await openSettings()
  expect(inputsOf('settings.listModels')).toEqual([])
  fireEvent.click(screen.getByTestId('settings-list-models'))
  await screen.findByText('The endpoint offers 2 models.')
  fireEvent.change(screen.getByTestId('settings-model-name'), { target: { value: 'qwen3-8b' } })
  expect(inputsOf('settings.change')).toEqual([{ changes: [{ path: 'model.name', value: 'qwen3-8b' }] }])
})

test('a key that is typed and not kept yet is the one that is tried', async () => {
  const { inputsOf } = await openSettings()
  fireEvent.change(screen.getByTestId('settings-key'), { target: { value: 'sk-new' } })
  fireEvent.click(screen.getByTestId('settings-test'))
  await screen.findByText(/Answered after/)
  expect(inputsOf('settings.testModel')).toEqual([
    { baseUrl: 'https://api.example.org/v1', name: 'm', key: 'sk-new' },
  ])
  expect(inputsOf('settings.setKey')).toEqual([])
})

test('what was said of one model is not said of the next', async () => {
  const { memory } = await openSettings()
  fireEvent.click(screen.getByTestId('settings-test'))
  await screen.findByText(/Answered after/)
  memory.refuse('models.probe', { code: 'model_timeout', details: {} })
  fireEvent.click(screen.getByTestId('settings-probe'))
  await screen.findByTestId('failure')

  fill('settings-model-name', 'another')

  expect(screen.queryByText(/Answered after/)).toBeNull()
  await waitFor(() => expect(screen.queryByTestId('failure')).toBeNull())
})

test('names of one endpoint are not offered for the next', async () => {
  await openSettings()
  fireEvent.click(screen.getByTestId('settings-list-models'))
  await screen.findByText('The endpoint offers 2 models.')

  fill('settings-base-url', 'https://other.example/v1')

  expect(screen.queryByText('The endpoint offers 2 models.')).toBeNull()
})

test('a name that is typed and not kept yet is the one that is tried, by one click', async () => {
  const { inputsOf } = await openSettings({
    settings: { ...settings, model: { ...settings.model, name: '' } },
  })
  fireEvent.change(screen.getByTestId('settings-model-name'), { target: { value: 'typed' } })
  fireEvent.click(screen.getByTestId('settings-test'))

  await screen.findByText(/Answered after/)
  expect(inputsOf('settings.testModel')).toMatchObject([{ name: 'typed' }])
})

test('a name may begin like another one that is offered', async () => {
  const { memory } = await openSettings()
  fireEvent.click(screen.getByTestId('settings-list-models'))
  await screen.findByText('The endpoint offers 2 models.')
  const field = screen.getByTestId<HTMLInputElement>('settings-model-name')
  fireEvent.change(field, { target: { value: 'qwen3-8b' } })
  expect(field.value).toBe('qwen3-8b')
  fireEvent.change(field, { target: { value: 'qwen3-8b-instruct' } })
  await waitFor(() => expect(memory.calls.at(-1)?.name).toBe('settings.change'))
  expect(field.value).toBe('qwen3-8b-instruct')
})

test('agents are listed with where they come from and what is in the way of those that cannot be used', async () => {
  const file = { source: 'folder', path: '.muster/subagents/x.md' } as const
  await openSettings({
    agents: [
      { id: 'general-purpose', description: 'Any task', source: 'built_in', path: null, problem: null },
      { ...file, id: 'broken', description: '', problem: { code: 'broken', reason: 'no description' } },
      { ...file, path: 'y.md', id: 'new', description: '', problem: { code: 'untrusted', reason: '' } },
    ],
  })

  const rows = (await screen.findAllByTestId('agent')).map((row) => row.textContent)
  expect(rows).toEqual([
    'general-purposeBuilt inAny task that needs no particular agent',
    'brokenThis folder · .muster/subagents/x.mdCannot be read: no description',
    'newThis folder · y.mdNot used until you trust it in this folder',
  ])
})
