import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts'
import { renderApp } from '../testing/render-app.tsx'

afterEach(cleanup)

const LOCAL = {
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: ['nomic-embed-text', 'qwen3:8b'],
}

const settingsWith = (model: Partial<Settings['model']>): Settings => ({
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, ...model },
})

test('a server on this computer is one click, with a model that talks', async () => {
  const { inputsOf } = await renderApp({ found: { servers: [LOCAL], keys: [] } })

  const row = await screen.findByTestId('found-model')
  expect(row.textContent).toContain('Ollama')
  fireEvent.click(within(row).getByTestId('use-found'))

  await waitFor(() =>
    expect(inputsOf('settings.change')).toEqual([
      {
        changes: [
          { path: 'model.baseUrl', value: LOCAL.baseUrl },
          { path: 'model.name', value: 'qwen3:8b' },
        ],
      },
    ]),
  )
  await waitFor(() =>
    expect(inputsOf('models.probe')).toEqual([{ baseUrl: LOCAL.baseUrl, name: 'qwen3:8b', key: null }]),
  )
})

test('a key of the environment names its vendor and leads to where the model is chosen', async () => {
  const key = { variable: 'DEEPSEEK_API_KEY', baseUrl: 'https://api.deepseek.com/v1' }
  await renderApp({ found: { servers: [], keys: [key] } })

  const row = await screen.findByTestId('found-model')
  expect(row.textContent).toContain('DeepSeek')
  expect(row.textContent).toContain('DEEPSEEK_API_KEY')
  fireEvent.click(within(row).getByTestId('use-found'))

  await screen.findByTestId('settings')
})

test('nobody who has a model is looked for one', async () => {
  const { inputsOf } = await renderApp({ settings: settingsWith({ baseUrl: LOCAL.baseUrl, name: 'm' }) })

  expect(inputsOf('models.detect')).toEqual([])
})

const openSettings = async (): Promise<void> => {
  fireEvent.click(screen.getByTestId('open-settings'))
  await screen.findByTestId('settings')
}

test('a typed key that looks like another vendor’s asks where it may go before it goes anywhere', async () => {
  const { inputsOf } = await renderApp({
    settings: settingsWith({ baseUrl: 'https://api.openai.com/v1', name: 'm' }),
  })
  await openSettings()

  fireEvent.change(screen.getByTestId('settings-key'), { target: { value: 'sk-ant-api03-abcdef' } })
  const guess = screen.getByTestId('key-guess')
  expect(guess.textContent).toContain('api.anthropic.com')
  expect(inputsOf('settings.setKey')).toEqual([])
  fireEvent.click(within(guess).getByTestId('use-guess'))

  await waitFor(() =>
    expect(inputsOf('settings.change')).toEqual([
      { changes: [{ path: 'model.baseUrl', value: 'https://api.anthropic.com/v1' }] },
    ]),
  )
  expect(inputsOf('settings.setKey')).toEqual([])
})

test('what a model was seen to do with tools is shown with it', async () => {
  const model = { baseUrl: LOCAL.baseUrl, name: 'small' }
  await renderApp({ settings: settingsWith({ ...model, probes: [{ ...model, tools: 'cannot' }] }) })
  await openSettings()

  expect(screen.getByTestId('settings-probe-result').textContent).toContain('Knows no tools')
})

test('a test call that is answered tries the tools too, once', async () => {
  const model = { baseUrl: LOCAL.baseUrl, name: 'm' }
  const { inputsOf } = await renderApp({ settings: settingsWith(model) })
  await openSettings()
  fireEvent.click(screen.getByTestId('settings-test'))

  await waitFor(() => expect(inputsOf('models.probe')).toEqual([{ ...model, key: null }]))
})

test('a model that knows no tools is named as what it is where people write', async () => {
  const model = { baseUrl: LOCAL.baseUrl, name: 'small' }
  await renderApp({ settings: settingsWith({ ...model, probes: [{ ...model, tools: 'cannot' }] }) })

  expect(screen.getByTestId('model-chip').textContent).toContain('chat only')
})

test('a model is kept as another to turn to, and taken off again', async () => {
  const kept = { baseUrl: 'https://openrouter.ai/api/v1', name: 'spare' }
  const { inputsOf } = await renderApp({
    settings: settingsWith({ baseUrl: LOCAL.baseUrl, name: 'm', fallbacks: [kept] }),
  })
  await openSettings()

  fireEvent.click(screen.getByTestId('add-fallback'))
  fireEvent.click(screen.getByTestId('remove-fallback'))

  await waitFor(() =>
    expect(inputsOf('settings.change')).toEqual([
      { changes: [{ path: 'model.fallbacks', value: [kept, { baseUrl: LOCAL.baseUrl, name: 'm' }] }] },
      { changes: [{ path: 'model.fallbacks', value: [] }] },
    ]),
  )
})
