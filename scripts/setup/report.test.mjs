import { afterEach, expect, test, vi } from 'vitest'
import { step } from './report.mjs'

/** What a step wrote. @param {(doing: import('./report.mjs').Doing) => unknown} work */
async function linesOf(work) {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await step('thing', (doing) => work(doing))
  return write.mock.calls.map(([text]) => String(text).trimEnd())
}
afterEach(() => vi.restoreAllMocks())

test('a step whose work is done already says nothing', async () => {
  expect(await linesOf(() => true)).toEqual([])
})

test('progress is one line each tenth, however often it is told', async () => {
  const lines = await linesOf((doing) => {
    doing('fetching')
    for (const part of [0.05, 0.11, 0.12, 0.19, 0.5, 0.4, 1]) doing.progress(part)
  })
  expect(lines.slice(0, 3)).toEqual(['  thing: fetching …', '  thing: 10 %', '  thing: 50 %'])
  expect(lines[3]).toMatch(/^✓ thing \(\d/)
})

test('a step that answers false has failed', async () => {
  const lines = await linesOf((doing) => {
    doing('looking')
    return false
  })
  expect(lines[1]).toMatch(/^✗ thing/)
})
