import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { aConversation } from '../testing/builders.ts'
import { renderApp } from '../testing/render-app.tsx'

afterEach(cleanup)

const settings = {
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, baseUrl: 'http://localhost:1234/v1', name: 'm' },
}

test('without a model the demo is one click, and what it says is labelled', async () => {
  const { inputsOf } = await renderApp()

  fireEvent.click(screen.getByTestId('watch-demo'))

  await waitFor(() => expect(inputsOf('demo.start')).toHaveLength(1))
  await waitFor(() => expect(screen.getByTestId('model-chip').textContent).toContain('Demo agent'))
})

test('whoever has a model and conversations is not offered a demo', async () => {
  await renderApp({ settings, conversations: [aConversation({ folder: null })] })
  await screen.findByTestId('start')

  expect(screen.queryByTestId('watch-demo')).toBeNull()
})
