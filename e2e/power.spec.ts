import { call, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import type { RunningApp } from './fixtures/app.ts'
import { taskOf } from './fixtures/story.ts'
import { expect, test } from './fixtures/test.ts'
import { callHost } from './fixtures/window.ts'

/** Whether anything of the app keeps the system awake right now. */
const isHeldAwake = ({ electron }: RunningApp): Promise<boolean> =>
  electron.evaluate(({ powerSaveBlocker }) =>
    Array.from({ length: 20 }, (_, id) => powerSaveBlocker.isStarted(id)).includes(true),
  )

for (const [keepAwake, held] of [
  ['always', true],
  ['off', false],
] as const)
  test(`while a run works the system is ${held ? '' : 'not '}kept awake, where that is set to ${keepAwake}`, async ({
    launch,
    models,
    folder,
  }) => {
    const app = await launch({ settings: { delegation: { keepAwake } } })
    expect(await isHeldAwake(app)).toBe(false)
    const { id } = await callHost(app.page, 'conversation.create', { folder })
    const tasks = [{ goal: scripted('Go on.', ['gate work', say('done')]) }]
    const text = script(call('delegate', { tasks }), say('At work.'), say('end'))
    await callHost(app.page, 'conversation.send', { conversationId: id, text })
    await models.called((request) => taskOf(request).startsWith('Go on'))
    await expect
      .poll(
        async () => (await callHost(app.page, 'conversation.open', { conversationId: id })).runs[0]?.state,
      )
      .toBe('running')

    await expect.poll(() => isHeldAwake(app)).toBe(held)
    await app.electron.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    models.gates.open('work')

    await expect
      .poll(
        async () => (await callHost(app.page, 'conversation.open', { conversationId: id })).runs[0]?.state,
      )
      .toBe('completed')
    await expect.poll(() => isHeldAwake(app)).toBe(false)
  })
