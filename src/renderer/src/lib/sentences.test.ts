import { expect, test } from 'vitest'
import { finishedSentences } from './sentences.ts'

test('only sentences that have ended are spoken, each once', () => {
  const first = finishedSentences('One is done. Two is n', 0)
  expect(first.spoken).toBe('One is done.')
  expect(finishedSentences('One is done. Two is now. Th', first.until).spoken).toBe('Two is now.')
})

test('a number with a point is no end, a Chinese full stop is one', () => {
  expect(finishedSentences('It took 1.5', 0).spoken).toBe('')
  expect(finishedSentences('完成了。接着', 0).spoken).toBe('完成了。')
})
