import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { BreakerView } from '../../../../shared/breaker.ts'
import { Settings } from '../../../../shared/settings.ts'
import { BreakerId } from '../../../../shared/ids.ts'
import { renderApp } from '../../testing/render-app.tsx'

const breaker: BreakerView = {
  id: BreakerId.parse('brk_1'),
  origin: 'https://models.example',
  code: 'model_no_credit',
  details: { host: 'models.example', message: 'add credits' },
  since: 0,
  waiting: { turns: 1, runs: 8 },
  resumesAt: null,
}

afterEach(cleanup)

test('one card tells of all that waits, and one click lets it go on', async () => {
  const { inputsOf } = await renderApp({ breakers: [breaker] })
  const card = screen.getByTestId('breaker-card')
  expect(card.textContent).toContain('9 pieces of work wait for https://models.example')
  expect(card.textContent).toContain('add credits')

  fireEvent.click(screen.getByTestId('breaker-resume'))
  await act(async () => undefined)

  expect(inputsOf('breaker.resume')).toEqual([{ breakerId: 'brk_1' }])
  expect(screen.queryByTestId('breaker-card')).toBeNull()
})

test('a breaker that opens shows at once, and leads to the settings', async () => {
  const { memory } = await renderApp()
  expect(screen.queryByTestId('breaker-card')).toBeNull()

  act(() => memory.emit({ type: 'breaker.changed', breakers: [{ ...breaker, code: 'model_unauthorized' }] }))
  fireEvent.click(screen.getByTestId('breaker-settings'))

  expect(screen.getByTestId('settings')).toBeTruthy()
})

test('another model of the list takes over by one click, and the one before stays within reach', async () => {
  const [one, other] = [
    { baseUrl: 'https://models.example/v1', name: 'one' },
    { baseUrl: 'https://other.example/v1', name: 'other' },
  ]
  const settings = Settings.parse({ model: { ...one, fallbacks: [other] } })
  const { services, inputsOf } = await renderApp({ breakers: [breaker], settings })

  fireEvent.click(screen.getByTestId('breaker-turn-to'))
  await waitFor(() => expect(screen.queryByTestId('breaker-card')).toBeNull())

  expect(services.settings.getState().settings.model).toMatchObject({ ...other, fallbacks: [one] })
  expect(inputsOf('breaker.resume')).toHaveLength(1)
})

test('where it goes on by itself, the card says when', async () => {
  await renderApp({ breakers: [{ ...breaker, resumesAt: Date.now() + 90_500 }] })

  expect(screen.getByTestId('breaker-card').textContent).toContain('goes on by itself in 1 min 30 s')
})
