import { mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { openFileLogger } from './logger-file.ts'
import { canMount } from '../testing/can-mount.ts'
import { mountSmallDisk } from '../testing/small-disk.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createRedactor } from './redaction.ts'

const KEY = 'sk-proj-0123456789abcdefWXYZ'

function setup() {
  const path = join(mkdtempSync(join(tmpdir(), 'muster-log-')), 'logs', 'muster.log')
  const redactor = createRedactor()
  redactor.add(KEY)
  const open = () => openFileLogger(path, redactor.redact)
  const lines = () =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { path, open, lines }
}

test('a line stands in the file when the call returns', () => {
  const { open, lines } = setup()
  const logger = open()

  logger.warn('worker.lost', { run: 'run_1' })

  expect(lines()).toMatchObject([{ level: 40, msg: 'worker.lost', run: 'run_1' }])
})

test('an error keeps its code, its stack and its causes', () => {
  const { open, lines } = setup()

  open().error('call.failed', { error: new AppError('internal', 'above', { cause: new Error('below') }) })

  expect(lines()[0]?.['error']).toMatchObject({
    code: 'internal',
    message: 'above',
    cause: { message: 'below' },
  })
})

test('a known secret is not in the file, wherever it stood', () => {
  const { path, open } = setup()
  const logger = open()

  logger.info('a', { header: `Bearer ${KEY}` })
  logger.error('b', { error: new Error(`refused ${KEY}`) })

  expect(readFileSync(path, 'utf8')).not.toContain(KEY)
})

test.skipIf(process.platform === 'win32')('nobody else can read the file', () => {
  const { path, open } = setup()
  open().info('a')

  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a log that grew large is put aside at the next start', () => {
  const { path, open, lines } = setup()
  open().info('first')
  truncateSync(path, 9 * 1024 * 1024)

  open().info('second')

  expect(lines()).toMatchObject([{ msg: 'second' }])
  expect(statSync(`${path}.old`).size).toBe(9 * 1024 * 1024)
})

test('a second start goes on in the same file', () => {
  const { path, open, lines } = setup()
  open()[Symbol.dispose]()
  writeFileSync(path, `${JSON.stringify({ msg: 'earlier' })}\n`)

  open().info('later')

  expect(lines().map(({ msg }) => msg)).toEqual(['earlier', 'later'])
})

test('a log that cannot be opened is silent, and stops nothing', () => {
  const folder = temporaryFolder({ logs: 'a file where the folder would be' })
  const logger = openFileLogger(join(folder, 'logs', 'muster.log'), (line) => line)

  logger.error('a')
  logger[Symbol.dispose]()
})

test.skipIf(!canMount)('a log that finds the disk full is silent, and goes on when there is room', () => {
  const disk = mountSmallDisk('size=256k')
  const path = join(disk.folder, 'logs', 'muster.log')
  disk.fill()
  const logger = openFileLogger(path, (line) => line)
  logger.info('lost')
  disk.makeRoom()
  logger.info('kept')

  expect(readFileSync(path, 'utf8')).toContain('kept')
})
