import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { DelegationId, DeliveryId, RunId, type EntryId } from '../../../shared/ids.ts'
import type { DelegateRequest, DelegationHandle, WaitOutcome } from '../../../shared/run-protocol.ts'
import type { ToolResult } from '../agent/ports.ts'
import { delegateTool } from './delegate.ts'
import { delegationsTool } from './delegations.ts'
import type { Delegator } from './ports.ts'
import { stopDelegationTool } from './stop-delegation.ts'
import { createToolBox } from './tool-box.ts'
import { waitForDelegationsTool } from './wait-for-delegations.ts'

const limits = { maxTasksPerCall: 3, maxRunsPerTurn: 9, foregroundTimeoutSeconds: 77, levelsBelow: 2 }
const choices = { agents: [], models: [] }
const delegationId = DelegationId.parse('dlg_1')
const runId = (index: number): RunId => RunId.parse(`run_${index}`)
const nothing: WaitOutcome = { text: '', deliveries: [], delegationIds: [], runIds: [], pending: [] }

const handleFor = ({ tasks }: DelegateRequest): DelegationHandle => ({
  delegationId,
  runs: tasks.map(({ goal, agent = 'general-purpose' }, index) => ({
    runId: runId(index),
    goal,
    agent,
    state: 'queued',
    transcriptPath: `.muster/delegations/dlg_1/task-${index + 1}.log`,
  })),
})

/** A port that writes down what it is asked. */
const setup = (answers: Partial<Delegator> = {}) => {
  const asked: unknown[] = []
  const delegator: Delegator = {
    start: (request) => {
      asked.push(request)
      return Promise.resolve(handleFor(request))
    },
    list: () => Promise.resolve([]),
    stop: (id) => {
      asked.push(id)
      return Promise.resolve([runId(0)])
    },
    wait: (ids, seconds) => {
      asked.push({ ids, seconds })
      return Promise.resolve(nothing)
    },
    ...answers,
  }
  const box = createToolBox([
    delegateTool(delegator, limits, choices),
    delegationsTool(delegator),
    stopDelegationTool(delegator),
    waitForDelegationsTool(delegator, limits),
  ])
  const call = async (
    name: string,
    input: object,
    signal = new AbortController().signal,
  ): Promise<ToolResult> => {
    const checked = box.check({ id: 'call_1', name, arguments: JSON.stringify(input) })
    return checked.ok
      ? checked.run({ signal, callId: 'call_1', answerId: 'ent_4' as EntryId, callIndex: 2 })
      : checked.result
  }
  return { asked, box, call }
}

test('work in the background comes back as ids, transcripts and the sentence that there is no result', async () => {
  const { asked, call } = setup()

  const result = await call('delegate', {
    tasks: [{ goal: 'Count a' }, { goal: 'Count b', agent: 'counter' }],
  })

  expect(asked).toEqual([
    {
      tasks: [{ goal: 'Count a' }, { goal: 'Count b', agent: 'counter' }],
      independent: false,
      answerId: 'ent_4' as EntryId,
      callIndex: 2,
    },
  ])
  expect(result).toEqual({
    ok: true,
    text: [
      'Delegation dlg_1, 2 runs:',
      '- run_0 (general-purpose, queued): Count a',
      '  transcript: .muster/delegations/dlg_1/task-1.log',
      '- run_1 (counter, queued): Count b',
      '  transcript: .muster/delegations/dlg_1/task-2.log',
      'No result exists yet. Do not guess one: results arrive as a message by themselves.',
    ].join('\n'),
    details: { kind: 'delegation', delegationId, runIds: [runId(0), runId(1)] },
    deliveries: [],
  })
})

test('work that is waited for comes back as results, which are delivered with it', async () => {
  const deliveries = [DeliveryId.parse('dlv_1')]
  const { asked, call } = setup({
    wait: (ids, seconds) => {
      asked.push({ ids, seconds })
      return Promise.resolve({ ...nothing, text: 'run_0: 42', deliveries })
    },
  })

  const result = await call('delegate', { tasks: [{ goal: 'Count a' }], wait: true })

  expect(asked[1]).toEqual({ ids: [delegationId], seconds: 77 })
  expect(result).toMatchObject({ ok: true, text: 'run_0: 42', deliveries })
})

test('work that takes longer than the time-out goes on in the background', async () => {
  const { call } = setup({
    wait: () => Promise.resolve({ ...nothing, text: 'run_0: 42', pending: [runId(1)] }),
  })

  const { ok, text } = await call('delegate', {
    tasks: [{ goal: 'Count a' }, { goal: 'Count b' }],
    wait: true,
    timeout_seconds: 5,
  })

  expect(ok).toBe(true)
  expect(text).toMatch(/^run_0: 42\n\nNot all were done after 5 seconds\. This goes on in the background/)
  expect(text).toContain('- run_1 (general-purpose, queued): Count b')
  expect(text).not.toContain('- run_0 (')
})

test('a wait that is stopped leaves the handle', async () => {
  const { call } = setup({ wait: () => Promise.resolve({ ...nothing, pending: [runId(0)] }) })

  const { text } = await call('delegate', { tasks: [{ goal: 'Count a' }], wait: true }, AbortSignal.abort())

  expect(text).toMatch(/^You were stopped while waiting\. This goes on/)
})

test('a goal that says nothing is refused by name, and nothing starts', async () => {
  const { asked, call } = setup()

  const { ok, text } = await call('delegate', { tasks: [{ goal: 'Count a' }, { goal: 'TODO' }] })

  expect({ ok, asked }).toEqual({ ok: false, asked: [] })
  expect(text).toContain('Nothing was started. tasks[1].goal is "TODO"')
})

test('more tasks than the user allows are refused, and nothing starts', async () => {
  const { asked, call } = setup()

  const { ok, text } = await call('delegate', {
    tasks: Array.from({ length: 4 }, () => ({ goal: 'Count a' })),
  })

  expect({ ok, asked }).toEqual({ ok: false, asked: [] })
  expect(text).toMatch(/- tasks: .*3/)
})

test("the user's own limits stand in what the model is told", () => {
  const { box } = setup()
  const told = JSON.stringify(box.signatures)

  expect(told).toContain('1 to 3 tasks')
  expect(told).toContain('default 77')
})

test('a refusal of the supervisor is an answer, a bug is thrown', async () => {
  const refusing = setup({
    start: () => Promise.reject(new AppError('invalid_input', 'tasks[0]: no such agent.')),
  })
  const broken = setup({ start: () => Promise.reject(new Error('bug')) })
  const input = { tasks: [{ goal: 'Count a' }] }

  expect(await refusing.call('delegate', input)).toMatchObject({
    ok: false,
    text: 'Nothing was started. tasks[0]: no such agent.',
  })
  await expect(broken.call('delegate', input)).rejects.toThrow('bug')
})

test('delegations are listed with state, age and last activity', async () => {
  const { call } = setup({
    list: () =>
      Promise.resolve([
        {
          delegationId,
          runId: runId(3),
          parentRunId: runId(1),
          agent: 'general-purpose',
          goal: 'Count\nlines',
          state: 'running',
          queuePlace: null,
          ageMs: 600_000,
          lastActivityMs: 4_000,
        },
      ]),
  })

  expect((await call('delegations', {})).text).toBe(
    '- run_3 of dlg_1 (general-purpose): running, 10 min old, last activity 4 s ago, started by run_1\n  Count lines',
  )
  expect((await setup().call('delegations', { status: 'failed' })).text).toBe('No run is failed.')
})

test('a stop names what it was asked for, and must be asked for', async () => {
  const { asked, call } = setup()

  expect((await call('stop_delegation', { id: 'run_0' })).text).toContain('Asked to stop: run_0')
  expect((await call('stop_delegation', { all: true })).ok).toBe(true)
  expect(asked).toEqual(['run_0', null])
  expect((await call('stop_delegation', {})).text).toContain('give either id, or all: true')
  expect((await call('stop_delegation', { id: 'run_0', all: true })).ok).toBe(false)
  expect(asked).toHaveLength(2)
})

test('waiting gives what there is, delivered with it, and names what is still to come', async () => {
  const deliveries = [DeliveryId.parse('dlv_1')]
  const { call } = setup({
    wait: () =>
      Promise.resolve({
        text: 'run_0: 42',
        deliveries,
        delegationIds: [delegationId],
        runIds: [runId(0), runId(1)],
        pending: [runId(1)],
      }),
  })

  expect(await call('wait_for_delegations', { ids: ['dlg_1'] })).toEqual({
    ok: true,
    text: 'run_0: 42\n\nNot done yet: run_1. They go on; their results arrive by themselves.',
    details: { kind: 'delegation', delegationId, runIds: [runId(0), runId(1)] },
    deliveries,
  })
})

test('waiting without ids waits for everything, as long as the user set', async () => {
  const { asked, call } = setup()

  expect((await call('wait_for_delegations', {})).text).toBe('There was nothing to wait for.')
  expect(asked).toEqual([{ ids: [], seconds: 77 }])
})
