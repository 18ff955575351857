import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { Settings } from '../../../shared/settings.ts'
import { guard, type GuardedCall } from './guards.ts'

const GOAL = 'Count the boats in the harbour.'
const settings = Settings.parse({}).delegation

const fine: GuardedCall = {
  asker: {
    conversationId: ConversationId.parse('cnv_1'),
    runId: null,
    depth: 0,
    path: null,
    folder: null,
    tools: ['delegate'],
  },
  tasks: [{ goal: GOAL }, { goal: GOAL }],
  settings,
  roster: { usable: [], all: [] },
  toolNames: ['delegate'],
  models: [],
  runsSoFar: 0,
  isSpent: false,
  haveCredentials: () => Promise.resolve(),
  lookAtImages: () => Promise.resolve({ complaint: null }),
}

type Fault = readonly [guard: string, words: string, spoil: (call: GuardedCall) => GuardedCall]

/** One way to go against each guard, in the order of the specification. */
const FAULTS: readonly Fault[] = [
  ['pause', 'paused', (call) => ({ ...call, settings: { ...call.settings, paused: true } })],
  ['depth', 'depth 9', (call) => ({ ...call, asker: { ...call.asker, depth: 9 } })],
  [
    'credentials',
    'no model',
    (call) => ({
      ...call,
      haveCredentials: () => Promise.reject(new AppError('model_missing', 'no model')),
    }),
  ],
  [
    'tasks of a call',
    'at most 1 are taken',
    (call) => ({ ...call, settings: { ...call.settings, maxTasksPerCall: 1 } }),
  ],
  [
    'agents',
    'tasks[1].agent',
    (call) => ({ ...call, tasks: [{ goal: GOAL }, { goal: GOAL, agent: 'ghost' }] }),
  ],
  [
    'images',
    'no image',
    (call) => ({ ...call, lookAtImages: () => Promise.resolve({ complaint: 'no image' }) }),
  ],
  [
    'runs of a turn',
    'has started 7 runs',
    (call) => ({ ...call, runsSoFar: 7, settings: { ...call.settings, maxRunsPerTurn: 8 } }),
  ],
  ['budget', 'budget', (call) => ({ ...call, isSpent: true })],
]

test('a call that goes against nothing passes', async () => {
  await expect(guard(fine)).resolves.toBeUndefined()
})

test.each(FAULTS.map(([name], index) => [name, index] as const))(
  'of all that a call goes against, what comes first is told: %s',
  async (_name, index) => {
    const worst = FAULTS.slice(index).reduce((call, [, , spoil]) => spoil(call), fine)

    await expect(guard(worst)).rejects.toThrow(FAULTS[index]?.[1])
  },
)

test.each(FAULTS)('%s alone is enough to be refused', async (_name, words, spoil) => {
  await expect(guard(spoil(fine))).rejects.toThrow(words)
})

test('nothing is read for a call that is refused before', async () => {
  let looks = 0
  const call: GuardedCall = {
    ...fine,
    settings: { ...settings, paused: true },
    lookAtImages: () => Promise.resolve({ complaint: String((looks += 1)) }),
  }

  await expect(guard(call)).rejects.toThrow('paused')
  expect(looks).toBe(0)
})
