import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../testing/render-texts.tsx'
import { FaultBoundary } from './fault-boundary.tsx'

afterEach(cleanup)

test('a page that cannot be drawn says that nothing is lost, and can be drawn anew', () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const onReload = vi.fn()
  const Broken = (): never => {
    throw new Error('broken')
  }
  renderWithTexts(
    <FaultBoundary onReload={onReload}>
      <Broken />
    </FaultBoundary>,
  )
  expect(screen.getByTestId('fault').textContent).toContain('Nothing is lost')
  fireEvent.click(screen.getByRole('button'))
  expect(onReload).toHaveBeenCalledOnce()
  silent.mockRestore()
})
