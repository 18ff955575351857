import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { transcriptPath } from './transcript-file.ts'
import { transcriptTail } from './transcript-tail.ts'

const PATH = transcriptPath('dlg_1', 0)

function withTranscript(text: string): string {
  const base = temporaryFolder()
  mkdirSync(dirname(join(base, PATH)), { recursive: true })
  writeFileSync(join(base, PATH), text)
  return base
}
const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index + 1)}\n`).join('')

test('a short transcript is shown whole', async () => {
  expect(await transcriptTail(withTranscript('# goal: count\nfirst\n'), PATH)).toBe('# goal: count\nfirst')
})

test('of a long one the last 20 lines', async () => {
  const tail = await transcriptTail(withTranscript(lines(5_000, (number) => `line ${number}`)), PATH)

  expect(tail.split('\n')).toHaveLength(20)
  expect(tail).toMatch(/^line 4981\n.*line 5000$/s)
})

test('of long lines as many whole ones as 2,000 characters take', async () => {
  const tail = await transcriptTail(
    withTranscript(lines(40, (number) => `${number} ${'字'.repeat(500)}`)),
    PATH,
  )

  expect(tail.length).toBeLessThanOrEqual(2_000)
  expect(tail.split('\n').map((line) => line.slice(0, 2))).toEqual(['38', '39', '40'])
})

test('no transcript is no reason to fail', async () => {
  expect(await transcriptTail(temporaryFolder(), PATH)).toBe('')
})

test('a link that leads elsewhere is not followed', async () => {
  const secret = join(temporaryFolder(), 'secret')
  writeFileSync(secret, 'secret')
  const base = temporaryFolder()
  mkdirSync(dirname(join(base, PATH)), { recursive: true })
  symlinkSync(secret, join(base, PATH))

  expect(await transcriptTail(base, PATH)).toBe('')
})
