import { expect, test } from 'vitest'
import { isFinal } from '../../../shared/delegation.ts'
import { addConversation, addRun, bringToEnd, setToWork } from '../../testing/ledger-rows.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { createGates } from '../../testing/script/gates.ts'
import { openTemporaryLedger } from '../../testing/temporary-ledger.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const child = { goal: scripted('Child.', ['gate never', say('done')]) }

/** A crew in which the `nth` call to take work on waits, right before it is written down. */
async function setUp(nth: number) {
  const gates = createGates()
  const pass = (name: string): Promise<void> => gates.passed(name, new AbortController().signal)
  let calls = 0
  const bench = await openCrew({
    spoil: (ledger) => ({
      ...ledger,
      delegations: {
        ...ledger.delegations,
        async dispatch(...taken) {
          calls += 1
          if (calls === nth) {
            gates.open('reached')
            await pass('go')
          }
          return ledger.delegations.dispatch(...taken)
        },
      },
    }),
  })
  return { bench, reached: pass('reached'), go: () => gates.open('go') }
}

const living = (bench: CrewBench, id: Parameters<CrewBench['runs']>[0]): string[] =>
  bench.runs(id).flatMap(({ state }) => (isFinal(state) ? [] : [state]))

test('Stop everything also stops what was just being taken on', async () => {
  const { bench, reached, go } = await setUp(1)
  const { id } = await bench.say(script(call('delegate', { tasks: [child] }), say('ok')))
  await reached

  const stopped = bench.stopEverything(id)
  go()
  await stopped

  await eventually(() => expect(living(bench, id)).toEqual([]))
})

test('a child that is taken on while its parent is being stopped is stopped with it', async () => {
  const { bench, reached, go } = await setUp(2)
  const parent = { goal: scripted('Parent.', call('delegate', { tasks: [child] }), say('done')) }
  const { id } = await bench.say(script(call('delegate', { tasks: [parent] }), say('ok'), say('ok')))
  await reached

  const [run] = bench.runs(id)
  const stopped = run && bench.delegation.stopRun(run.id)
  go()
  await stopped

  await eventually(() => expect(bench.runs(id)[0]?.state).toBe('stopped'))
  await eventually(() => expect(living(bench, id)).toEqual([]))
})

test('who has ended takes nothing on any more', async () => {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  const parent = await setToWork(place.ledger, await addRun(place, conversation))
  await bringToEnd(place.ledger, parent, 'stopped')

  await expect(addRun(place, conversation, { parent })).rejects.toMatchObject({ code: 'stopped' })
})
