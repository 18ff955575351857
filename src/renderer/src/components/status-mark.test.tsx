import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RunState } from '../../../shared/delegation.ts'
import { catalogue } from '../../../shared/locales/catalogue.ts'
import { statusOf } from '../../../shared/status.ts'
import { aRun } from '../testing/builders.ts'
import { renderWithTexts } from '../testing/render-texts.tsx'
import { StatusMark } from './status-mark.tsx'

afterEach(cleanup)

for (const language of ['en', 'zh-CN'] as const) {
  test(`every state has a shape, a colour and a word, ${language}`, () => {
    const seen = new Set<string>()
    for (const state of RunState.options) {
      const status = statusOf(aRun({ state }))
      const { container, unmount } = renderWithTexts(<StatusMark status={status} />, language)
      const shape = container.querySelector('svg')?.innerHTML ?? ''
      expect(shape, state).not.toBe('')
      expect(container.textContent).toBe(catalogue[language].system.status[status.word])
      seen.add(shape)
      unmount()
    }
    expect(seen.size).toBe(RunState.options.length)
  })
}

test('a run that is done but cut short does not look like one that is done', () => {
  const plain = renderWithTexts(<StatusMark status={statusOf(aRun({ state: 'completed' }))} />)
  const words = plain.container.textContent
  cleanup()
  const cut = renderWithTexts(<StatusMark status={statusOf(aRun({ state: 'completed', truncated: true }))} />)
  expect(cut.container.textContent).not.toBe(words)
  expect(cut.container.querySelector('[data-tone=waiting]')).not.toBeNull()
})
