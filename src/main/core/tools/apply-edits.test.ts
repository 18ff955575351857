import { expect, test } from 'vitest'
import { applyEdits, type Edit } from './apply-edits.ts'

const edit = (old: string, now: string, replaceAll = false): Edit => ({ old, new: now, replaceAll })
const complaintOf = (text: string, ...edits: Edit[]): string => {
  const edited = applyEdits(text, edits)
  return edited.ok ? '' : edited.complaint
}

test('edits are made in order, each on what the one before it left', () => {
  expect(applyEdits('one two', [edit('one', 'two two'), edit('two two two', '3')])).toEqual({
    ok: true,
    text: '3',
  })
})

test('text that stands more than once is not guessed at, and its lines are named', () => {
  expect(complaintOf('a\nb\na\n', edit('a', 'c'))).toMatch(
    /2 times in the file, at lines 1, 3\. .*replaceAll/,
  )
})

test('every place is replaced when that is asked for, new text apart', () => {
  expect(applyEdits('a a a', [edit('a', 'aa', true)])).toEqual({ ok: true, text: 'aa aa aa' })
})

test('a dollar sign in the new text is a dollar sign', () => {
  expect(applyEdits('price', [edit('price', "$& $1 $'")])).toEqual({ ok: true, text: "$& $1 $'" })
})

test('one edit that cannot be made says which it is, and no text comes back', () => {
  expect(applyEdits('one', [edit('one', '1'), edit('two', '2')])).toEqual({
    ok: false,
    complaint: expect.stringMatching(/^Edit 2 of 2: old does not stand/),
  })
})

test('an edit that changes nothing is refused', () => {
  expect(complaintOf('one', edit('one', 'one'))).toContain('the same text')
})

test('line ends of another system match a file that has plain ones', () => {
  expect(applyEdits('a\nb\n', [edit('a\r\nb', 'c\r\nd')])).toEqual({ ok: true, text: 'c\nd\n' })
})

test('line numbers in front of the lines are named as the fault', () => {
  expect(complaintOf('  let a\n  let b\n', edit('12:  let a\n13:  let b', 'x'))).toContain('line numbers')
  expect(complaintOf('  let a\n  let b\n', edit('    12\t  let a\n    13\t  let b', 'x'))).toContain(
    'line numbers',
  )
})

test('a list that is numbered in the file itself is edited as it stands', () => {
  expect(applyEdits('1: one\n2: two', [edit('1: one', '1: eins')])).toEqual({
    ok: true,
    text: '1: eins\n2: two',
  })
})

test('smart quotes and dashes are named, and the text is shown as the file has it', () => {
  const complaint = complaintOf('say "it\'s" - now\n', edit('say “it’s” – now', 'x'))

  expect(complaint).toContain('other quotes')
  expect(complaint).toContain('\nsay "it\'s" - now')
})

test('line ends that are spelled out are named', () => {
  expect(complaintOf('a\nb\n', edit('a\\nb', 'x'))).toContain('spelled out')
})

test('an edit that was made before is known by its new text', () => {
  expect(complaintOf('const b = 2\n', edit('const a = 1', 'const b = 2'))).toContain('already')
})

test('other indentation finds the place, and shows it exactly', () => {
  const complaint = complaintOf('if (a) {\n\treturn  b\n}\n', edit('if (a) {\n  return b\n}', 'x'))

  expect(complaint).toContain('nearest is at line 1, exactly so:\nif (a) {\n\treturn  b\n}')
})

test('one changed word finds the line that shares the others', () => {
  const complaint = complaintOf(
    'first\nexport const LIMIT_OF_LINES = 400\nlast\n',
    edit('export const LIMIT_OF_LINES = 300 // old', 'x'),
  )

  expect(complaint).toContain('nearest is at line 2, exactly so:\nexport const LIMIT_OF_LINES = 400')
})

test('nothing alike is said to be so', () => {
  expect(complaintOf('alpha\n', edit('omega', 'x'))).toContain('read it again')
})

test('a miss in a large file is explained in a moment', () => {
  const text = Array.from({ length: 30_000 }, (_, index) => `line ${index} of the large file`).join('\n')
  const begun = performance.now()

  expect(complaintOf(text, edit('nothing like it\n'.repeat(60), 'x'))).toContain('does not stand')
  expect(performance.now() - begun).toBeLessThan(1_000)
})
