import { expect, test } from 'vitest'
import { LEAST_STALL_SECONDS } from '../../../shared/run-protocol.ts'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import { QUIET_MS } from '../../outside/model/policy.ts'
import {
  CHECK_MS,
  QUIET_SHOWN_MS,
  STALL_GRACE_MS,
  STALL_IN_TOOL_MS,
  STALL_LOOPBACK_MS,
  STALL_MS,
  STALL_WARNED,
} from './policy.ts'
import { stallAfter, watchForStalls, type StallTerms } from './stall-watch.ts'

const REMOTE: StallTerms = { isLoopback: false, stallSeconds: undefined }

function setUp(terms: StallTerms = REMOTE) {
  const told: string[] = []
  const excuse = { of: (): boolean => false }
  const watch = watchForStalls(terms, {
    isExcused: () => excuse.of(),
    show: (minutes) => told.push(`show ${minutes}`),
    warn: ({ quiet_seconds, phase }) => told.push(`warn ${quiet_seconds} ${phase}`),
    stall: (stall) => told.push(`stall ${JSON.stringify(stall)}`),
    end: () => told.push('end'),
  })
  /** Sweeps as they come, and what was told of more than minutes since. */
  const pass = (ms: number): string[] => {
    const before = told.length
    for (let passed = 0; passed < ms; passed += CHECK_MS) watch.look(CHECK_MS)
    return told.slice(before).filter((line) => !line.startsWith('show'))
  }
  return { watch, told, pass, excuse }
}

const stall = (threshold: number, phase: string): string =>
  `stall ${JSON.stringify({
    quiet_seconds: threshold,
    threshold_seconds: threshold,
    phase,
    grace_seconds: STALL_GRACE_MS / SECOND,
  })}`

test('no progress for 450 s while idle, or while waiting for the model, is a stall, warned of at 80 %', () => {
  for (const phase of ['idle', 'model'] as const) {
    const { watch, pass } = setUp()
    watch.enter(phase)

    expect(pass(0.8 * 450 * SECOND - CHECK_MS)).toEqual([])
    expect(pass(CHECK_MS)).toEqual([`warn 360 ${phase}`])
    expect(pass(90 * SECOND - CHECK_MS)).toEqual([])
    expect(pass(CHECK_MS)).toEqual([stall(450, phase)])
  }
})

test('a model on this computer has 1,800 s, a tool 1,200 s wherever the model is', () => {
  expect(stallAfter('model', { ...REMOTE, isLoopback: true })).toBe(1_800 * SECOND)
  expect(stallAfter('tool', REMOTE)).toBe(1_200 * SECOND)
  expect(stallAfter('tool', { ...REMOTE, isLoopback: true })).toBe(1_200 * SECOND)
})

test('a tool that works for 500 s without a word is not stalled', () => {
  const { watch, pass } = setUp()
  watch.enter('tool')

  expect(pass(500 * SECOND)).toEqual([])
  expect(pass(700 * SECOND)).toEqual(['warn 960 tool', stall(1_200, 'tool')])
})

test('an agent may have a time of its own, for every phase, and never less than 30 s', () => {
  const own = (stallSeconds: number): StallTerms => ({ isLoopback: true, stallSeconds })

  expect(stallAfter('tool', own(60))).toBe(60 * SECOND)
  expect(stallAfter('model', own(3_600))).toBe(3_600 * SECOND)
  expect(stallAfter('idle', own(1))).toBe(30 * SECOND)
  expect(LEAST_STALL_SECONDS).toBe(30)
})

test('progress begins the time anew, and the next quiet spell is warned of again', () => {
  const { watch, pass } = setUp()
  pass(400 * SECOND)

  watch.progressed()

  expect(pass(400 * SECOND)).toEqual(['warn 360 idle'])
})

test('a request that is made again is no progress', () => {
  const { watch, pass } = setUp()
  watch.enter('model')
  pass(400 * SECOND)

  watch.enter('model')

  expect(pass(50 * SECOND)).toEqual([stall(450, 'model')])
})

test('who has an excuse is not quiet, and begins anew when it is over', () => {
  const { pass, excuse } = setUp()
  pass(300 * SECOND)

  excuse.of = () => true
  expect(pass(3_600 * SECOND)).toEqual([])
  excuse.of = () => false

  expect(pass(359 * SECOND)).toEqual(['warn 360 idle'])
})

test('a run that cannot be read is taken for one without progress', () => {
  const { pass, excuse } = setUp()
  excuse.of = () => {
    throw new Error('unreadable')
  }

  expect(pass(450 * SECOND)).toEqual(['warn 360 idle', stall(450, 'idle')])
})

test('time in which the machine slept is no quiet', () => {
  const { watch, pass } = setUp()
  for (let night = 0; night < 100; night++) watch.look(0)

  expect(pass(450 * SECOND - CHECK_MS)).toEqual(['warn 360 idle'])
})

test('who was asked to end is ended after 120 s of grace, once, and whatever it does meanwhile', () => {
  const { watch, pass, excuse } = setUp()
  pass(450 * SECOND)

  watch.progressed()
  excuse.of = () => true
  expect(pass(120 * SECOND - CHECK_MS)).toEqual([])

  expect(pass(CHECK_MS)).toEqual(['end'])
  expect(pass(600 * SECOND)).toEqual([])
})

test('quiet is shown in whole minutes, from two on, and no more once it gets on', () => {
  const { watch, told, pass } = setUp()
  pass(4 * MINUTE)

  watch.progressed()

  expect(told).toEqual(['show 2', 'show 3', 'show 4', 'show 0'])
})

test('the times fit each other', () => {
  expect(QUIET_SHOWN_MS).toBeLessThan(STALL_WARNED * STALL_MS)
  expect(STALL_MS).toBeLessThan(STALL_IN_TOOL_MS)
  expect(STALL_IN_TOOL_MS).toBeLessThan(STALL_LOOPBACK_MS)
  expect(QUIET_MS).toBeLessThan(STALL_MS) // a silent call is given up and made again first
  expect(CHECK_MS).toBeLessThan(LEAST_STALL_SECONDS * SECOND * (1 - STALL_WARNED))
})
