import { cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import type { Cost } from '../../../../shared/cost.ts'
import { createTranslation } from '../../lib/translation.ts'
import { aConversation } from '../../testing/builders.ts'
import { TotalLine } from './total-line.tsx'

afterEach(cleanup)

function wordsOf(cost: Cost): (string | null)[] {
  const usage = { input: 12_000, output: 400, cached: 0, reasoning: 0 }
  render(
    <I18nextProvider i18n={createTranslation('en')}>
      <TotalLine conversation={aConversation({ usage, cost })} />
    </I18nextProvider>,
  )
  return [...screen.getByTestId('total').children].map(({ textContent }) => textContent)
}

test.each<[Cost, string[]]>([
  [{ micros: 1_200_000, known: true, estimated: false }, ['12.4K tokens', '$1.20']],
  [{ micros: 1_200_000, known: false, estimated: false }, ['12.4K tokens', 'at least $1.20']],
  [
    { micros: 1_200_000, known: false, estimated: true },
    ['an estimated 12.4K tokens', 'an estimated $1.20 or more'],
  ],
  [{ micros: 0, known: false, estimated: true }, ['an estimated 12.4K tokens']],
])('what a conversation took says how sure that is: %j', (cost, [tokens, ...money]) => {
  expect(wordsOf(cost)).toEqual([`All of this conversation: ${tokens}`, ...money])
})
