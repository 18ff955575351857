import { expect, test } from 'vitest'
import { splitRecords } from './split-records.ts'

const recordsOf = (chunks: readonly string[], mostBytes = 100): (string | null)[] => {
  const records: (string | null)[] = []
  const split = splitRecords({
    separator: 10,
    mostBytes,
    onRecord: (record) => records.push(record?.toString('utf8') ?? null),
  })
  for (const chunk of chunks) split(Buffer.from(chunk))
  return records
}

test('records come whole, however the chunks are cut', () => {
  expect(recordsOf(['a', 'b\nc\n\nd', 'e', '\nrest'])).toEqual(['ab', 'c', '', 'de'])
})

test('a record that is too long is told of without its bytes, and the next is whole', () => {
  expect(recordsOf(['12', '345', '6\nab', '\n'], 4)).toEqual([null, 'ab'])
})
