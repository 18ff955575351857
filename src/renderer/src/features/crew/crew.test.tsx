import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Settings } from '../../../../shared/settings.ts'
import { aConversation, aRun } from '../../testing/builders.ts'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(cleanup)

test('that delegation is paused stands on every page, and one click ends it', async () => {
  const { services } = await renderApp({ settings: Settings.parse({ delegation: { paused: true } }) })
  expect(screen.getByTestId('paused').textContent).toContain('Delegation is paused')
  fireEvent.click(screen.getByTestId('open-settings'))
  expect(screen.getByTestId('paused')).toBeTruthy()

  fireEvent.click(screen.getByTestId('paused-resume'))
  await act(async () => undefined)

  expect(services.settings.getState().settings.delegation.paused).toBe(false)
  expect(screen.queryByTestId('paused')).toBeNull()
})

test('a queued run shows its place in the queue', async () => {
  await renderApp({ conversations: [aConversation()], runs: [aRun({ state: 'queued', queuePlace: 3 })] })

  expect(screen.getByTestId('standstill').textContent).toBe('place 3 in the queue')
})

test('that fewer runs work at once than is set is shown with the reason, until it is over', async () => {
  const { memory } = await renderApp({
    conversations: [aConversation()],
    runs: [aRun({ state: 'running' })],
    reducedRuns: { limit: 1, usual: 4, reason: 'model_rate_limited' },
  })
  expect(screen.getByTestId('reduced-runs').textContent).toContain(
    '1 run at once instead of 4: Too many requests',
  )

  act(() => memory.emit({ type: 'capacity.changed', reduced: null }))
  expect(screen.queryByTestId('reduced-runs')).toBeNull()
})
