import { expect, test } from 'vitest'
import { createHeadAndTail } from './head-and-tail.ts'

const read = (chunks: readonly string[], head = 4, tail = 4) => {
  const kept = createHeadAndTail(head, tail)
  for (const chunk of chunks) kept.add(Buffer.from(chunk))
  return kept.read()
}

test('a short text is kept whole, whatever its pieces', () => {
  expect(read(['ab', 'c', 'defgh'])).toEqual({ text: 'abcdefgh', omittedBytes: 0 })
  expect(read([])).toEqual({ text: '', omittedBytes: 0 })
})

test('of a long one beginning and end are kept, and what is missing is counted', () => {
  expect(read(['abcdefghij'])).toEqual({ text: 'abcd\n[… 2 bytes left out …]\nghij', omittedBytes: 2 })
  expect(read('abcdefghij'.match(/./g) ?? [])).toEqual({
    text: 'abcd\n[… 2 bytes left out …]\nghij',
    omittedBytes: 2,
  })
  expect(read(['a', 'bcdefg', 'hij', 'klmnopqrstuvwxyz'])).toMatchObject({ omittedBytes: 18 })
})

test('no half characters at the cuts', () => {
  expect(read(['数据重构完成了吗'], 4, 4).text).toBe('数\n[… 16 bytes left out …]\n吗')
})

test('a character that came in two pieces is whole', () => {
  const kept = createHeadAndTail(100, 100)
  const bytes = Buffer.from('数')
  kept.add(bytes.subarray(0, 1))
  kept.add(bytes.subarray(1))

  expect(kept.read().text).toBe('数')
})
