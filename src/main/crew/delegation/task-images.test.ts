import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EntryId, type ConversationId } from '../../../shared/ids.ts'
import { eventually, openCrew, type CrewBench, type CrewParts } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'
import { MOST_IMAGE_BYTES } from '../../store/workspace/read-image.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('harbour')])
const JPEG = Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.from('boats')])
const GIF = Buffer.from('GIF89a!')
const WEBP = Buffer.from('RIFF1234WEBP!')
const urlOf = (type: string, content: Buffer): string => `data:${type};base64,${content.toString('base64')}`

async function setUp(parts: CrewParts = {}): Promise<CrewBench> {
  const bench = await openCrew(parts)
  const put = (path: string, content: Buffer | string): void =>
    writeFileSync(join(bench.folder, path), content)
  mkdirSync(join(bench.folder, 'pictures'))
  put('pictures/a.png', PNG)
  put('b.jpg', JPEG)
  put('c.gif', GIF)
  put('d.webp', WEBP)
  put('text.png', 'not an image')
  put('large.png', Buffer.concat([PNG, Buffer.alloc(MOST_IMAGE_BYTES)]))
  put('.env', PNG)
  symlinkSync('/etc/hostname', join(bench.folder, 'link.png'))
  return bench
}

type Part = { type: string; text?: string; image_url?: { url: string } }
const firstUserMessage = (body: string): Part[] | string =>
  (JSON.parse(body) as { messages: { content: Part[] | string }[] }).messages[1]?.content ?? ''
const requestsFor = ({ models }: CrewBench, goal: string): (Part[] | string)[] =>
  models.calls.flatMap(({ body }) => {
    const content = firstUserMessage(body)
    const text = typeof content === 'string' ? content : (content[0]?.text ?? '')
    return text.includes(goal) ? [content] : []
  })

test('images go to the model of a run with its task, in their order, with each request', async () => {
  const bench = await setUp()
  const task = {
    goal: `${script(call('list_files', {}), say('done'))}\nLook.`, // a script counts first or last
    images: ['pictures/a.png', 'b.jpg', 'c.gif', 'd.webp'],
  }

  const { id } = await bench.say(script(call('delegate', { tasks: [task] }), say('ok'), say('ok')))
  await bench.settled(id)

  const requests = requestsFor(bench, '\nLook.\n')
  expect(requests).toHaveLength(2)
  for (const content of requests) {
    const parts = content as Part[]
    expect(parts[0]?.text).toContain('Images, in this order:\n- pictures/a.png\n- b.jpg\n- c.gif\n- d.webp')
    expect(parts.slice(1).map(({ image_url: image }) => image?.url)).toEqual([
      urlOf('image/png', PNG),
      urlOf('image/jpeg', JPEG),
      urlOf('image/gif', GIF),
      urlOf('image/webp', WEBP),
    ])
  }
})

test('a run keeps the image that it was given, though the file is gone and the app was started again', async () => {
  const bench = await setUp({ delegation: { maxConcurrentRuns: 1 } })
  const tasks = [
    { goal: scripted('First.', ['gate later', say('done')]) },
    { goal: `${script(say('done'))}\nLook.`, images: ['pictures/a.png'] },
  ]
  const { id } = await bench.say(script(call('delegate', { tasks }), say('ok'), say('ok'), say('ok')))
  await eventually(() => expect(bench.runs(id).map(({ state }) => state)).toEqual(['running', 'queued']))
  bench.crash()
  writeFileSync(join(bench.folder, 'pictures/a.png'), 'something else')

  const next = await bench.restart()
  next.models.gates.open('later')
  await eventually(() => expect(requestsFor(next, '\nLook.\n')).toHaveLength(1))

  expect((requestsFor(next, '\nLook.\n')[0] as Part[])[1]?.image_url?.url).toBe(urlOf('image/png', PNG))
  await next.stopEverything(id)
})

test('the journal names an image by its hash, and does not hold it', async () => {
  const bench = await setUp()
  const { id } = await bench.say(
    script(
      call('delegate', { tasks: [{ goal: `${script(say('done'))}\nLook.`, images: ['b.jpg'] }] }),
      say('ok'),
      say('ok'),
    ),
  )
  await bench.settled(id)

  const run = bench.ledger.query.runs.find(bench.runs(id)[0]?.id as never)
  const [goal] = bench.ledger.query.entries.branch(run?.headEntryId ?? null)
  expect(goal?.content).toMatchObject({
    kind: 'user',
    images: [
      { path: 'b.jpg', type: 'image/jpeg', bytes: JPEG.length, sha256: expect.stringMatching(/^\w{64}$/) },
    ],
  })
  expect(JSON.stringify(goal)).not.toContain(JPEG.toString('base64'))
})

const nine = Array.from({ length: 9 }, () => 'b.jpg')

test.each<[string, string[], string]>([
  ['one that is not there', ['gone.png'], '"gone.png" is not there'],
  ['one that only its name makes an image', ['text.png'], '"text.png" is no PNG'],
  ['one that is too large', ['large.png'], 'more than 5 MB'],
  ['a folder', ['pictures'], '"pictures" is not a file'],
  ['one outside the folder', ['../a.png'], 'leads out of'],
  ['a link out of the folder', ['link.png'], 'leads out of'],
  ['one that a person would have to approve', ['.env'], 'would have to approve'],
  ['more than are taken', nine, 'at most 8'],
])('%s is refused with the name of its task, and nothing starts', async (_what, images, words) => {
  const bench = await setUp({ program: () => undefined })
  const { id } = await bench.say(script(say('hello')))
  await bench.settled(id)

  await expect(start({ bench, id, images })).rejects.toThrow(/^tasks\[1\]\.images: /)
  await expect(start({ bench, id, images })).rejects.toThrow(words)
  expect(bench.runs(id)).toEqual([])
})

test('who may not read files cannot have a child look at them', async () => {
  const bench = await setUp({ program: () => undefined })
  const { id } = await bench.say(script(say('hello')))
  await bench.settled(id)

  const attempt = { bench, id, images: ['b.jpg'] }

  await expect(start({ ...attempt, tools: ['delegate'] })).rejects.toThrow('you may not read files')
  await expect(start(attempt)).resolves.toBeDefined()
  await bench.stopEverything(id)
})

type Attempt = {
  readonly bench: CrewBench
  readonly id: ConversationId
  readonly images: readonly string[]
  readonly tools?: readonly string[]
}

function start({ bench, id, images, tools = ['delegate', 'read_file'] }: Attempt): Promise<unknown> {
  const asker = { conversationId: id, runId: null, depth: 0, path: null, folder: bench.folder, tools }
  const goal = 'Count the boats.'
  const tasks = [{ goal }, { goal, images: [...images] }]
  const call = { answerId: EntryId.parse('ent_1'), callIndex: 0 }
  return bench.delegation.delegatorFor(asker).start({ tasks, independent: false, ...call })
}
