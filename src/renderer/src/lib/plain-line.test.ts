import { expect, test } from 'vitest'
import { plainLine } from './plain-line.ts'

test.each([
  ['token_gh01k2zsmt3w', 'token_gh01k2zsmt3w'],
  ['see my_file.py and other_file.py', 'see my_file.py and other_file.py'],
  ['a > b and c < d', 'a > b and c < d'],
  ['2 * 3 * 4 is 24', '2 * 3 * 4 is 24'],
  ['# A heading', 'A heading'],
  ['> quoted', 'quoted'],
  ['- an item', 'an item'],
  ['**Done.** All `three_files` are _fine_ and *good*.', 'Done. All three_files are fine and good.'],
  ['C# and issue #4', 'C# and issue #4'],
  ['\n\n  first\nsecond', 'first'],
  ['完成了 **三个** 文件', '完成了 三个 文件'],
])('%j reads %j', (text, plain) => {
  expect(plainLine(text)).toBe(plain)
})
