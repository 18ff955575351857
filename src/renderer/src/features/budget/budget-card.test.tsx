import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { BudgetView } from '../../../../shared/budget.ts'
import { aConversation, conversationId } from '../../testing/builders.ts'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(cleanup)

const budget: BudgetView = {
  conversationId: conversationId(),
  state: 'spent',
  today: { micros: 25_400_000, tokens: 0, estimated: false },
  limit: { micros: 25_000_000, tokens: 10_000_000 },
  waiting: { turns: 1, runs: 3 },
}
const render = (given: Partial<BudgetView> = {}) =>
  renderApp({ conversations: [aConversation()], budgets: [{ ...budget, ...given }] })

test('a spent budget says what was used, what waits, and how far it would go on', async () => {
  const { inputsOf } = await render()
  const card = screen.getByTestId('budget-card')
  expect(card.textContent).toContain('has used $25.40 today; it pauses at $25.00.')
  expect(card.textContent).toContain('4 pieces of work wait')
  expect(screen.getByTestId('budget-raise').textContent).toContain('up to $50.40')

  fireEvent.click(screen.getByTestId('budget-raise'))
  await act(async () => undefined)

  expect(inputsOf('budget.raise')).toEqual([{ conversationId: conversationId() }])
  expect(screen.queryByTestId('budget-card')).toBeNull()
})

test('what waits can be stopped from the card', async () => {
  const { inputsOf } = await render()

  fireEvent.click(screen.getByTestId('budget-stop'))

  expect(inputsOf('delegation.stopAll')).toEqual([{ conversationId: conversationId() }])
})

test('where no price is known it speaks of tokens', async () => {
  await render({ today: { micros: 0, tokens: 10_200_000, estimated: false } })

  expect(screen.getByTestId('budget-card').textContent).toContain(
    'has used 10.2M tokens today; it pauses at 10M tokens.',
  )
})

test('where only some prices are known it speaks of both', async () => {
  await render({ today: { micros: 1_000_000, tokens: 10_200_000, estimated: false } })

  const text = screen.getByTestId('budget-card').textContent
  expect(text).toContain('has used $1.00 and 10.2M tokens today; it pauses at $25.00 or 10M tokens.')
})

test('what nobody reported is called an estimate', async () => {
  await render({ today: { micros: 0, tokens: 10_200_000, estimated: true } })

  expect(screen.getByTestId('budget-card').textContent).toContain('has used an estimated 10.2M tokens today;')
})

test('a warning is a line, and asks for nothing', async () => {
  const { memory } = await render({
    state: 'warned',
    today: { micros: 6_000_000, tokens: 0, estimated: false },
  })
  expect(screen.getByTestId('budget-warned').textContent).toContain('has used $6.00 today')
  expect(screen.queryByTestId('budget-raise')).toBeNull()

  act(() => memory.emit({ type: 'budget.changed', budgets: [] }))
  expect(screen.queryByTestId('budget-warned')).toBeNull()
})

test("another conversation's budget is not this one's", async () => {
  await render({ conversationId: conversationId('c2') })

  expect(screen.queryByTestId('budget-card')).toBeNull()
})
