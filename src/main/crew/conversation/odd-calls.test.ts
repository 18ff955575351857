import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCrew } from '../../testing/crew-bench.ts'
import { call, recall, say, script, scripted } from '../../testing/script/write-script.ts'

const NAMES = ['functions.list_files:0', '文件', 'x'.repeat(300), '<|call|>', '__proto__', 'constructor']
const ODD = [...NAMES.map((name) => call(name, {})), say('went on')]

/** A script as the agent's own, and as that of a sub-agent. */
const WHO = [
  ['an agent', (steps: readonly (string | readonly string[])[]) => script(...steps)],
  [
    'a sub-agent',
    (steps: readonly (string | readonly string[])[]) =>
      script(
        call('delegate', { tasks: [{ goal: scripted('Do it.', ...steps) }], wait: true }),
        recall(/written|went on/),
      ),
  ],
] as const

test.each(WHO)('%s that calls tools by odd names is told so, and goes on', async (_who, write) => {
  const bench = await openCrew()

  const { id } = await bench.say(write(ODD))
  await bench.settled(id)

  expect(bench.conversation(id).failure).toBeNull()
  expect(bench.contents(id).at(-1)).toMatchObject({ text: expect.stringContaining('went on') as string })
  for (const { body } of bench.models.calls)
    for (const name of body.matchAll(/"type":"function","function":\{"name":"((?:[^"\\]|\\.)*)"/g))
      expect(name[1]).toMatch(/^[\w-]{1,64}$/)
})

test.each(WHO)('%s may write a file of a million characters', async (_who, write) => {
  const bench = await openCrew()
  const content = 'a line of text\n'.repeat(70_000)
  const { id } = await bench.conversations.create(bench.folder)
  await bench.conversations.setMode(id, 'auto')

  await bench.conversations.send(
    id,
    write([call('write_file', { path: 'big.txt', content }), say('written')]),
  )
  await bench.settled(id)

  expect(bench.conversation(id).failure).toBeNull()
  expect(statSync(join(bench.folder, 'big.txt')).size).toBe(content.length)
  expect(readFileSync(join(bench.folder, 'big.txt'), 'utf8') === content).toBe(true)
  expect(bench.contents(id).at(-1)).toMatchObject({ text: expect.stringContaining('written') as string })
})
