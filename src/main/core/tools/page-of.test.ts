import { expect, test } from 'vitest'
import { pageOf, type PageLimits, type Place } from './page-of.ts'

const isFurther = (next: Place, place: Place): boolean =>
  next.line > place.line || (next.line === place.line && next.character > place.character)

/** Reads page after page as the notes say, and puts them together again. */
function readAll(text: string, limits: PageLimits): { whole: string; pages: number } {
  const lines = text.split('\n')
  let place: Place | null = { line: 1, character: 0 }
  let whole = ''
  let pages = 0
  while (place !== null) {
    const page = pageOf(lines, place, limits)
    expect(page.text.length).toBeLessThanOrEqual(limits.characters)
    const next: Place | null = page.next
    if (next !== null) expect(isFurther(next, place)).toBe(true)
    whole += page.text + (next?.character === 0 ? '\n' : '')
    place = next
    pages += 1
  }
  return { whole, pages }
}

test('a page ends at the line limit', () => {
  const page = pageOf(['a', 'b', 'c'], { line: 1, character: 0 }, { lines: 2, characters: 100 })

  expect(page).toEqual({
    text: 'a\nb',
    lastLine: 2,
    totalLines: 3,
    next: { line: 3, character: 0 },
    cutLineLength: null,
  })
})

test('a line that no longer fits begins the next page whole', () => {
  const page = pageOf(['aaaa', 'bbbb'], { line: 1, character: 0 }, { lines: 9, characters: 6 })

  expect(page).toMatchObject({ text: 'aaaa', lastLine: 1, next: { line: 2, character: 0 } })
})

test.each([
  ['ordinary lines', 'one\ntwo\n\nfour\n', { lines: 2, characters: 100 }],
  ['one endless line', 'x'.repeat(1_000), { lines: 10, characters: 64 }],
  ['an endless line between short ones', `a\nb\n${'x'.repeat(500)}\nc\nd`, { lines: 3, characters: 50 }],
  ['pairs of surrogates at every cut', '😀'.repeat(200), { lines: 10, characters: 7 }],
  ['lines exactly as long as a page', 'aaaa\nbbbb\ncccc', { lines: 10, characters: 4 }],
  ['only line ends', '\n\n\n\n', { lines: 10, characters: 2 }],
])('%s: the pages give every character once, and each goes on', (_name, text, limits) => {
  expect(readAll(text, limits).whole).toBe(text)
})

test('no page tears a pair of surrogates', () => {
  const page = pageOf(['😀😀'], { line: 1, character: 0 }, { lines: 1, characters: 3 })

  expect(page).toMatchObject({ text: '😀', next: { line: 1, character: 2 }, cutLineLength: 4 })
})
