import { expect, test } from 'vitest'
import { QUIET_MS } from '../../outside/model/policy.ts'
import { openCrew } from '../../testing/crew-bench.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { passUntil } from '../../testing/pass-until.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const SILENT = ['first 1 hang', say('heard')]

test('a turn whose endpoint says nothing gives that request up and asks again', async () => {
  const clock = createManualClock()
  const bench = await openCrew({ clock })
  const { id } = await bench.say(script(SILENT))
  await expect.poll(() => bench.models.calls.length).toBe(1)

  await clock.pass(QUIET_MS)
  await passUntil(clock, () => expect(bench.conversation(id).turn).toBe('idle'))

  expect(bench.models.calls).toHaveLength(2)
  expect(bench.contents(id).at(-1)).toMatchObject({ kind: 'assistant', text: 'heard' })
})

test('a run whose endpoint says nothing does the same', async () => {
  const clock = createManualClock()
  const bench = await openCrew({ clock })
  const tasks = [{ goal: scripted('Ask.', SILENT) }]
  const { id } = await bench.say(script(call('delegate', { tasks }), say('At work.'), say('end')))
  const asked = () =>
    bench.models.calls.filter(({ body }) => JSON.parse(body).messages[1].content.startsWith('Ask.'))
  await passUntil(clock, () => expect(asked()).toHaveLength(1))

  await clock.pass(QUIET_MS)
  await passUntil(clock, () => expect(bench.runs(id)[0]?.endedAt).not.toBeNull())

  expect(asked()).toHaveLength(2)
  expect(bench.runs(id)[0]).toMatchObject({ state: 'completed', attempt: 1, result: { summary: 'heard' } })
})

test('an endpoint that stays silent is told as that, with what was there before', async () => {
  const clock = createManualClock()
  const bench = await openCrew({ clock })
  const { id } = await bench.say(script(['hang']))

  for (let request = 1; bench.conversation(id).turn !== 'idle'; request++) {
    await passUntil(clock, () => expect(bench.models.calls.length).toBe(request))
    await clock.pass(QUIET_MS)
    await passUntil(clock, () =>
      expect(bench.models.calls.length > request || bench.conversation(id).turn === 'idle').toBe(true),
    )
  }

  expect(bench.conversation(id).failure?.code).toBe('model_timeout')
})
