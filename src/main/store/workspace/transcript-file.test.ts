import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTranscript, transcriptPath, type TranscriptOptions } from './transcript-file.ts'

const noon = new Date(2030, 4, 1, 12, 0, 0).getTime()

const setup = (more: Partial<TranscriptOptions> = {}) => {
  const base = more.base ?? temporaryFolder()
  const clock = createManualClock(noon)
  const failures: unknown[] = []
  const options: TranscriptOptions = {
    base,
    delegationId: 'dlg_1',
    taskIndex: 0,
    title: 'run_1',
    goal: 'Count lines',
    context: '',
    clock,
    redact: (text) => text.replaceAll('sk-secret-key', '[secret]'),
    onSilenced: (failure) => failures.push(failure),
    ...more,
  }
  const path = join(base, transcriptPath('dlg_1', options.taskIndex))
  return {
    base,
    clock,
    failures,
    path,
    options,
    read: () => readFileSync(path, 'utf8'),
    log: openTranscript(options),
  }
}

test('a transcript begins with its header and has one line an event', async () => {
  const { clock, log, read } = setup({ context: 'Only\nsrc' })

  log.write('call', 'list_files {"path":"src"}')
  clock.advance(61_000)
  log.write('result', 'a.ts\nb.ts')
  await log.settled()

  expect(read()).toBe(
    [
      '# run_1',
      '# goal: Count lines',
      '# context: Only⏎src',
      '12:00:00 call | list_files {"path":"src"}',
      '12:01:01 result | a.ts⏎b.ts',
      '',
    ].join('\n'),
  )
})

test('the header is there before the first event', async () => {
  const { log, read } = setup()

  await log.settled()

  expect(read()).toBe('# run_1\n# goal: Count lines\n')
})

test('only its owner can read it', async () => {
  const { log, path } = setup()
  await log.settled()

  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('each event is cut at its budget, and what was cut is counted', async () => {
  const { log, read } = setup({ goal: 'g'.repeat(700), context: 'c'.repeat(501) })

  log.write('assistant', 'a'.repeat(601))
  log.write('thinking', 't'.repeat(1_300))
  log.write('call', 'x'.repeat(221))
  log.write('result', 'r'.repeat(100_400))
  log.write('final', 'f'.repeat(600))
  log.write('diagnostic', 'd'.repeat(401))
  await log.settled()

  expect(
    read()
      .split('\n')
      .map((line) => line.replace(/(.)\1{9,}/, (run) => `${run[0]}*${run.length}`)),
  ).toEqual([
    '# run_1',
    '# goal: g*500… (+200)',
    '# context: c*500… (+1)',
    '12:00:00 assistant | a*600… (+1)',
    '12:00:00 thinking | t*300… (+1000)',
    '12:00:00 call | x*220… (+1)',
    '12:00:00 result | r*400… (+100000)',
    '12:00:00 final | f*600',
    '12:00:00 diagnostic | d*400… (+1)',
    '',
  ])
})

test('streamed text is one line until something else happens', async () => {
  const { log, read } = setup()

  for (const word of ['I ', 'am ', 'counting.']) log.stream('assistant', word)
  log.write('call', 'x')
  log.stream('thinking', 'Hm.')
  log.stream('assistant', 'Done.')
  await log[Symbol.asyncDispose]()

  expect(read().split('\n').slice(2)).toEqual([
    '12:00:00 assistant | I am counting.',
    '12:00:00 call | x',
    '12:00:00 thinking | Hm.',
    '12:00:00 assistant | Done.',
    '',
  ])
})

test('long streamed text is written at 4,000 characters, never inside a word', async () => {
  const { log, read } = setup()

  log.stream('assistant', 'word '.repeat(799))
  log.stream('assistant', 'sk-secret')
  log.stream('assistant', '-key and more')
  await log[Symbol.asyncDispose]()

  const lines = read().split('\n').slice(2)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^12:00:00 assistant \| word word .*… \(\+\d+\)$/)
  expect(lines[1]).toBe('12:00:00 assistant | [secret] and more')
})

test('secrets are masked, also where the line is cut and in the header', async () => {
  const { log, read } = setup({ goal: 'Use sk-secret-key', title: 'sk-secret-key' })

  log.write('result', `${'r'.repeat(395)}sk-secret-key`)
  await log.settled()

  expect(read()).not.toContain('sk-')
  expect(read()).toContain('[secret]')
})

test('a line that cannot be masked is withheld', async () => {
  const { log, read } = setup({
    redact: () => {
      throw new Error('broken')
    },
  })

  log.write('result', 'sk-secret-key')
  await log.settled()

  expect(read()).toBe('# [withheld]\n# goal: [withheld]\n12:00:00 result | [withheld]\n')
})

test('no text can make a line of its own or hide what it is', async () => {
  const { log, read } = setup()

  log.write('result', 'a\r\n12:00:00 final | b\u2028c\u0085d\u001b[31m\u202ee\tf')
  await log.settled()

  expect(read().split('\n')[2]).toBe('12:00:00 result | a⏎12:00:00 final | b⏎c⏎d␛[31m\uFFFDe f')
})

test('a later attempt goes on with the same file', async () => {
  const first = setup()
  first.log.write('assistant', 'one')
  await first.log[Symbol.asyncDispose]()

  const second = setup({ base: first.base })
  second.log.write('assistant', 'two')
  await second.log[Symbol.asyncDispose]()

  expect(first.read()).toBe(
    '# run_1\n# goal: Count lines\n12:00:00 assistant | one\n12:00:00 assistant | two\n',
  )
})

test('many events at once keep their order', async () => {
  const { log, read } = setup()

  for (let index = 0; index < 500; index++) log.write('call', String(index))
  await log.settled()

  const numbers = read()
    .split('\n')
    .slice(2, -1)
    .map((line) => Number(line.split(' | ')[1]))
  expect(numbers).toEqual(Array.from({ length: 500 }, (_, index) => index))
})

test('a file that cannot be written silences the transcript, once, and nothing else', async () => {
  const base = temporaryFolder()
  writeFileSync(join(base, '.muster'), 'a file where the folder should be')
  const { log, failures } = setup({ base })

  log.write('assistant', 'one')
  log.write('assistant', 'two')
  await log.settled()
  await log[Symbol.asyncDispose]()

  expect(failures).toHaveLength(1)
})

test('nothing is written through a link', async () => {
  const base = temporaryFolder()
  const victim = join(temporaryFolder({ 'victim.txt': 'mine' }), 'victim.txt')
  mkdirSync(join(base, '.muster/delegations/dlg_1'), { recursive: true })
  symlinkSync(victim, join(base, transcriptPath('dlg_1', 0)))
  const { log, failures } = setup({ base })

  log.write('assistant', 'one')
  await log.settled()

  expect(failures).toHaveLength(1)
  expect(readFileSync(victim, 'utf8')).toBe('mine')
})
