import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApprovalAnswer } from '../../../../shared/approval.ts'
import { AppError } from '../../../../shared/errors.ts'
import { anApproval } from '../../testing/builders.ts'
import { renderWithTexts } from '../../testing/render-texts.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { DEAD_MS } from '../../lib/use-settled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

function show(onAnswer: (answer: ApprovalAnswer) => Promise<void> = async () => undefined) {
  const answers: ApprovalAnswer[] = []
  renderWithTexts(
    <ApprovalCard
      approval={anApproval()}
      onAnswer={(answer) => {
        answers.push(answer)
        return onAnswer(answer)
      }}
    />,
  )
  return answers
}

test('a click right after the card appeared does nothing', async () => {
  const answers = show()
  await pass(DEAD_MS - 100)
  fireEvent.click(screen.getByTestId('approval-allow'))
  expect(answers).toEqual([])
})

test('once it stands still, a click answers exactly what was shown', async () => {
  const answers = show()
  await pass(DEAD_MS + 200)
  fireEvent.click(screen.getByTestId('approval-allow'))
  expect(answers).toEqual([{ approvalId: 'a1', hash: 'hash-1', allow: true, scope: 'once', note: '' }])
})

test('a card that moves is dead again', async () => {
  const answers = show()
  await pass(DEAD_MS + 200)
  vi.spyOn(screen.getByTestId('approval-card'), 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 240, 600, 200),
  )
  await pass(100)
  fireEvent.click(screen.getByTestId('approval-allow'))
  expect(answers).toEqual([])

  await pass(DEAD_MS + 100)
  fireEvent.click(screen.getByTestId('approval-allow'))
  expect(answers).toHaveLength(1)
})

test('keys answer only while the card itself has the focus', async () => {
  const answers = show()
  await pass(DEAD_MS + 200)
  fireEvent.keyDown(screen.getByTestId('approval-note'), { key: 'a' })
  fireEvent.keyDown(screen.getByTestId('approval-deny'), { key: 'a' })
  fireEvent.keyDown(screen.getByTestId('approval-card'), { key: 'Enter' })
  fireEvent.keyDown(screen.getByTestId('approval-card'), { key: 'a', ctrlKey: true })
  fireEvent.keyDown(screen.getByTestId('approval-card'), { key: 'a', repeat: true })
  expect(answers).toEqual([])

  fireEvent.keyDown(screen.getByTestId('approval-card'), { key: 'd' })
  expect(answers.map(({ allow }) => allow)).toEqual([false])
})

test('a denial carries the word of why', async () => {
  const answers = show()
  await pass(DEAD_MS + 200)
  fireEvent.change(screen.getByTestId('approval-note'), { target: { value: ' use pnpm ' } })
  fireEvent.click(screen.getByTestId('approval-deny'))
  expect(answers[0]).toMatchObject({ allow: false, note: 'use pnpm' })
})

function showCall(target: string, given: string) {
  renderWithTexts(
    <ApprovalCard approval={anApproval({ target, arguments: given })} onAnswer={async () => undefined} />,
  )
}

test('what hides or reorders text is spelled out', () => {
  showCall('rm \u202Egpj.exe', JSON.stringify({ command: 'a\u200Bb' }))
  expect(screen.getByTestId('approval-target').textContent).toBe('rm \\u202Egpj.exe')
  expect(screen.getByTestId('approval-arguments').textContent).toBe('commanda\\u200Bb')
})

test('every argument is shown whole, in its own lines', () => {
  const content = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')
  showCall('notes.md', JSON.stringify({ path: 'notes.md', content, mode: 420 }))
  const shown = screen.getByTestId('approval-arguments').textContent
  expect(shown).toContain(content)
  expect(shown).toContain('mode420')
})

test('the parts of an argument are shown each in their own lines, also one that reads like the target', () => {
  showCall('a.md', JSON.stringify({ path: 'a.md', edits: [{ old: 'one\ntwo', new: 'a.md' }] }))
  const shown = screen.getByTestId('approval-arguments').textContent
  expect(shown).toContain('edits[1].oldone\ntwo')
  expect(shown).toContain('edits[1].newa.md')
})

test('a yes for the whole conversation is offered only where one can be kept', () => {
  renderWithTexts(
    <ApprovalCard approval={anApproval({ canRemember: false })} onAnswer={async () => undefined} />,
  )
  expect(screen.queryByTestId('approval-allow-conversation')).toBeNull()
  expect(screen.getByTestId('approval-allow')).not.toBeNull()
})

test('a target that is cut short or differs does not stand for the argument', () => {
  showCall('ls', JSON.stringify({ command: 'ls\nrm -r build' }))
  expect(screen.getByTestId('approval-arguments').textContent).toContain('ls\nrm -r build')
})

test('arguments that are no JSON are shown as they are', () => {
  showCall('npm test', '{"command": "npm te')
  expect(screen.getByTestId('approval-arguments').textContent).toBe('{"command": "npm te')
})

test('a refused answer says why, and the question can be answered again', async () => {
  const answers = show(async () => Promise.reject(new AppError('approval_stale', 'changed')))
  await pass(DEAD_MS + 200)
  fireEvent.click(screen.getByTestId('approval-allow'))
  await pass(0)
  expect(screen.getByRole('alert').textContent).toContain('The question has changed')
  fireEvent.click(screen.getByTestId('approval-deny'))
  expect(answers).toHaveLength(2)
})

test('a second click while the answer is on its way sends nothing', async () => {
  const answers = show(() => new Promise(() => undefined))
  await pass(DEAD_MS + 200)
  fireEvent.click(screen.getByTestId('approval-allow'))
  fireEvent.click(screen.getByTestId('approval-deny'))
  expect(answers).toHaveLength(1)
})
