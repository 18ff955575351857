import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aConversation, conversationId } from '../../testing/builders.ts'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(cleanup)

test('a pause of the turn is shown while it lasts', async () => {
  const { memory } = await renderApp({ conversations: [aConversation({ turn: 'running' })] })
  const told = { type: 'model.paused', conversationId: conversationId(), runId: null } as const

  act(() => memory.emit({ ...told, pause: { code: 'model_rate_limited', resumesAt: Date.now() + 20_000 } }))
  expect(screen.getByTestId('pause-line').textContent).toContain('asked again in 20 s')

  act(() => memory.emit({ ...told, pause: null }))
  expect(screen.queryByTestId('pause-line')).toBeNull()
})
