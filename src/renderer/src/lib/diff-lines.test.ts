import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

test('headers are left out, signs become kinds, a later hunk says where it begins', () => {
  const diff =
    '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n@@ -40 +41 @@\n+--- not a header\n\\ No newline at end of file\n'
  expect(diffLines(diff)).toEqual([
    { kind: 'same', text: 'same' },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'hunk', text: '⋯ 41' },
    { kind: 'added', text: '--- not a header' },
  ])
})
