import { cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import type { RunView } from '../../../../shared/delegation.ts'
import { createTranslation } from '../../lib/translation.ts'
import { aRun } from '../../testing/builders.ts'
import { RunLine } from './run-line.tsx'

afterEach(cleanup)

const standstillOf = (run: Partial<RunView>): string | null => {
  render(
    <I18nextProvider i18n={createTranslation('en')}>
      <RunLine run={aRun(run)} />
    </I18nextProvider>,
  )
  return screen.queryByTestId('standstill')?.textContent ?? null
}

test('a run that gets on shows nothing of a standstill', () => {
  expect(standstillOf({})).toBeNull()
})

test('a quiet run says for how long', () => {
  expect(standstillOf({ quietMinutes: 6 })).toBe('quiet for 6 minutes')
})

test('a run that waits behind other requests says its place', () => {
  expect(standstillOf({ modelPlace: 3, quietMinutes: 6 })).toBe('waits for the model, place 3 in line')
})

test('a run that was asked to end says so before anything else', () => {
  expect(standstillOf({ stopping: true, modelPlace: 3 })).toBe('being stopped')
})

test('a run that has ended stands still for good, and says nothing of it', () => {
  expect(standstillOf({ state: 'stalled', exitReason: 'stalled', quietMinutes: 9 })).toBeNull()
})
