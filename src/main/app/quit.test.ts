import { expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { createQuit, SHUTDOWN_MS, type QuitAnswer } from './quit.ts'

function setup({ live, answer }: { live: number; answer: QuitAnswer }) {
  const clock = createManualClock()
  const seen: string[] = []
  let finishShutdown = (): void => undefined
  const quit = createQuit({
    clock,
    logger: silentLogger,
    countLive: () => live,
    ask: async (count) => {
      seen.push(`asked about ${count}`)
      return answer
    },
    keepInTray: () => seen.push('hidden'),
    shutDown: () => {
      seen.push('shutting down')
      return new Promise((resolve) => (finishShutdown = resolve))
    },
    exit: () => seen.push('exited'),
  })
  return { clock, quit, seen, finishShutdown: () => finishShutdown() }
}

test('with nothing live it quits without a question, once everything has shut down', async () => {
  const { clock, quit, seen, finishShutdown } = setup({ live: 0, answer: 'cancel' })

  const quitting = quit.ask()
  await clock.pass(1_000)
  expect(seen).toEqual(['shutting down'])
  finishShutdown()
  await quitting

  expect(seen).toEqual(['shutting down', 'exited'])
})

test.each([
  ['keep', ['asked about 3', 'hidden']],
  ['cancel', ['asked about 3']],
] as const)('with runs live the answer %s ends nothing', async (answer, expected) => {
  const { quit, seen } = setup({ live: 3, answer })

  await quit.ask()

  expect(seen).toEqual(expected)
})

test('a shutdown that hangs is cut off after five seconds', async () => {
  const { clock, quit, seen } = setup({ live: 1, answer: 'quit' })

  const quitting = quit.ask()
  await clock.pass(SHUTDOWN_MS - 1)
  expect(seen).not.toContain('exited')
  await clock.pass(1)
  await quitting

  expect(seen).toEqual(['asked about 1', 'shutting down', 'exited'])
})

test('the end of the session asks nobody', async () => {
  const { quit, seen, finishShutdown } = setup({ live: 3, answer: 'cancel' })

  const quitting = quit.now()
  finishShutdown()
  await quitting

  expect(seen).toEqual(['shutting down', 'exited'])
})

test('wishes to quit that repeat themselves are one', async () => {
  const { quit, seen, finishShutdown } = setup({ live: 1, answer: 'quit' })

  const wishes = [quit.ask(), quit.ask(), quit.now(), quit.now()]
  finishShutdown()
  await Promise.all(wishes)

  expect(seen.filter((what) => what === 'exited')).toHaveLength(1)
  expect(seen.filter((what) => what === 'shutting down')).toHaveLength(1)
  expect(seen.filter((what) => what.startsWith('asked'))).toHaveLength(1)
})
