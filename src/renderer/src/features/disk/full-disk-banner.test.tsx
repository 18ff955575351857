import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(cleanup)

const full = { path: '/home/somebody/muster', since: 0 }

test('while work waits for room that is said, with the folder, on every page, and not a moment longer', async () => {
  const { memory } = await renderApp()
  expect(screen.queryByTestId('full-disk')).toBeNull()

  act(() => memory.emit({ type: 'disk.changed', full }))
  expect(screen.getByTestId('full-disk').textContent).toContain(full.path)
  fireEvent.click(screen.getByTestId('open-settings'))
  expect(screen.getByTestId('full-disk')).toBeTruthy()

  act(() => memory.emit({ type: 'disk.changed', full: null }))
  expect(screen.queryByTestId('full-disk')).toBeNull()
})

test('a window that opens while work waits says so from the first', async () => {
  await renderApp({ fullDisk: full })

  expect(screen.getByTestId('full-disk').textContent).toContain(full.path)
})
