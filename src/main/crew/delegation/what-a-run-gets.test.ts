import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunSpec } from '../../../shared/run-protocol.ts'
import { hashOf } from '../../store/workspace/load-file.ts'
import { openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const SECRETS = {
  said: 'SAID-BY-THE-USER',
  answered: 'SAID-BY-THE-PARENT',
  read: 'READ-BY-THE-PARENT',
  sibling: 'SAID-BY-A-SIBLING',
  persona: 'You talk with a person',
}
const KEY = 'the-key-of-the-endpoint'

const startMessages = ({ children }: CrewBench): { spec: RunSpec }[] =>
  children.flatMap(({ received }) =>
    received.filter((message) => (message as { type: string }).type === 'start'),
  ) as { spec: RunSpec }[]

async function trustAll(
  { folder, ledger }: CrewBench,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const hashes = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, hashOf(Buffer.from(text))]),
  )
  await ledger.folders.decide({ folder, trusted: true, hashes })
}

test("all that a run gets is its own: nothing of its parent's conversation, of a sibling, an approval or an inbox", async () => {
  const bench = await openCrew()
  bench.changeKey(KEY)
  writeFileSync(join(bench.folder, 'notes.txt'), SECRETS.read)
  const tasks = [
    { goal: scripted('First.', say(SECRETS.sibling)) },
    { goal: scripted('Second.', say('done')), context: 'The harbour is in Kiel.' },
  ]
  const { id } = await bench.say(
    scripted(
      SECRETS.said,
      [say(SECRETS.answered), call('read_file', { path: 'notes.txt' })],
      call('delegate', { tasks: tasks.slice(0, 1), wait: true }),
      call('delegate', { tasks: tasks.slice(1), wait: true }),
      say('ok'),
    ),
  )
  await bench.settled(id)

  const [, second] = startMessages(bench)
  const request = bench.models.calls.find(({ messages }) => messages[1]?.text.startsWith('Second.'))
  expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(request?.messages[1]?.text).toContain('Context:\nThe harbour is in Kiel.')
  for (const [what, secret] of Object.entries(SECRETS)) {
    expect(JSON.stringify(second), `${what}, in the start message`).not.toContain(secret)
    expect(request?.body, `${what}, in the request`).not.toContain(secret)
  }
})

test('endpoint, model and key come to a run as one value, in its start message and nowhere else', async () => {
  const bench = await openCrew()
  bench.changeKey(KEY)
  const { id } = await bench.say(
    script(call('delegate', { tasks: [{ goal: scripted('Child.', say('done')) }] }), say('ok'), say('ok')),
  )
  await bench.settled(id)

  const received = bench.children.flatMap((child) => child.received)
  const holding = received.filter((message) => JSON.stringify(message).includes(KEY))
  expect(holding).toEqual([
    expect.objectContaining({
      type: 'start',
      spec: expect.objectContaining({
        endpoint: {
          kind: 'openai',
          baseUrl: bench.models.baseUrl,
          model: bench.settings.model.name,
          key: KEY,
        },
      }),
    }),
  ])
})

test("a prompt goes from what all share to what is a run's own: identity, folder, the folder's words, the agent's", async () => {
  const bench = await openCrew()
  const poet = '---\ndescription: Writes rhymes\n---\nYou write in rhymes.\n'
  await trustAll(bench, { 'AGENTS.md': 'Count in dozens.', '.muster/subagents/poet.md': poet })
  const tasks = [
    { goal: scripted('Plain.', say('done')) },
    { goal: scripted('Rhymed.', say('done')), agent: 'poet' },
  ]
  const { id } = await bench.say(script(call('delegate', { tasks }), say('ok'), say('ok')))
  await bench.settled(id)

  const promptOf = (goal: string): string =>
    startMessages(bench).find(({ spec: { entries } }) => JSON.stringify(entries[0]).includes(goal))?.spec
      .systemPrompt ?? ''
  const [plain, rhymed] = [promptOf('Plain.'), promptOf('Rhymed.')]
  const order = [
    'You are an agent of Muster',
    'You are a sub-agent',
    `The workspace folder is ${bench.folder}`,
    'Count in dozens.',
    'You write in rhymes.',
  ].map((words) => rhymed.indexOf(words))
  expect(order.every((place) => place >= 0)).toBe(true)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(rhymed.startsWith(plain)).toBe(true)
  expect(rhymed.slice(plain.length).trim()).toBe('You write in rhymes.')
})

test('an agent of a folder that nobody trusts, or that changed since, gives its words to no run', async () => {
  const bench = await openCrew()
  const poet = (words: string): string => `---\ndescription: x\n---\n${words}\n`
  await trustAll(bench, { '.muster/subagents/poet.md': poet('Trusted words.') })
  writeFileSync(join(bench.folder, '.muster/subagents/poet.md'), poet('Changed words.'))
  const tasks = [{ goal: scripted('Rhymed.', say('done')), agent: 'poet' }]

  const { id } = await bench.say(script(call('delegate', { tasks }), 'echo'))
  await bench.settled(id)

  expect(bench.runs(id)).toEqual([])
  expect(bench.contents(id).at(-1)).toMatchObject({
    text: expect.stringContaining('"poet" cannot be used, the user has not let this folder bring it'),
  })
  expect(bench.models.calls.map(({ body }) => body).join()).not.toContain('Changed words.')
})
