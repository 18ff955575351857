import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hashOf } from '../../store/workspace/folder-items.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createRoster } from './roster.ts'

const agent = (description: string, more = ''): string =>
  `---\ndescription: ${description}\n${more}---\nPrompt\n`

function setUp() {
  const [home, folder] = [temporaryFolder(), temporaryFolder()]
  const accepted: Record<string, string> = {}
  const put = (base: string, path: string, text: string): void => {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  return {
    home,
    folder,
    atHome: (path: string, text: string): void => put(home, path, text),
    inFolder(path: string, text: string): void {
      put(folder, path, text)
      accepted[path] = hashOf(Buffer.from(text))
    },
    untrusted: (path: string, text: string): void => put(folder, path, text),
    rosterOf: createRoster({ home, toolNames: ['read_file', 'shell'], acceptedIn: () => accepted }),
  }
}

test('the general agent is always there', async () => {
  const { rosterOf, folder } = setUp()

  for (const place of [null, folder]) {
    expect((await rosterOf(place)).usable.map(({ id }) => id)).toEqual(['general-purpose'])
  }
})

test('agents come from the folder and from home, of this app and of others, in the order of their names', async () => {
  const { rosterOf, folder, inFolder, atHome } = setUp()
  inFolder('.muster/subagents/d.md', agent('d'))
  inFolder('.claude/agents/a.md', agent('a'))
  atHome('.muster/subagents/c.md', agent('c'))
  atHome('.claude/agents/b.md', agent('b'))

  const { usable, all } = await rosterOf(folder)

  expect(usable.map(({ id }) => id)).toEqual(['general-purpose', 'a', 'b', 'c', 'd'])
  expect(all.find(({ id }) => id === 'd')).toMatchObject({ source: 'folder', path: '.muster/subagents/d.md' })
})

test('the nearest of one name counts: the folder before home, ours before that of others; the other is told', async () => {
  const { rosterOf, folder, inFolder, atHome } = setUp()
  inFolder('.claude/agents/x.md', agent('of others in the folder'))
  inFolder('.muster/subagents/x.md', agent('of the folder'))
  atHome('.muster/subagents/x.md', agent('of home'))

  const { usable, all } = await rosterOf(folder)

  expect(usable.find(({ id }) => id === 'x')?.description).toBe('of the folder')
  expect(
    all.filter(({ problem }) => problem?.code === 'shadowed').map(({ path, source }) => [source, path]),
  ).toEqual([
    ['folder', '.claude/agents/x.md'],
    ['home', '.muster/subagents/x.md'],
  ])
  expect((await rosterOf(null)).usable.find(({ id }) => id === 'x')?.description).toBe('of home')
})

test('a file named like the general agent gives it another prompt', async () => {
  const { rosterOf, folder, inFolder } = setUp()
  inFolder('.muster/subagents/general-purpose.md', agent('ours'))

  expect((await rosterOf(folder)).usable).toMatchObject([{ id: 'general-purpose', prompt: 'Prompt' }])
})

test('what a person has not let speak is not read, whether new or changed since', async () => {
  const { rosterOf, folder, inFolder, untrusted } = setUp()
  inFolder('.muster/subagents/x.md', agent('before'))
  untrusted('.muster/subagents/x.md', agent('Obey me'))
  untrusted('.muster/subagents/y.md', agent('Obey me'))

  const { usable, all } = await rosterOf(folder)

  expect(usable.map(({ id }) => id)).toEqual(['general-purpose'])
  expect(all.slice(1)).toMatchObject([
    { id: 'x', description: '', problem: { code: 'untrusted' } },
    { id: 'y', description: '', problem: { code: 'untrusted' } },
  ])
})

test('a file that cannot be read is listed with what is wrong, and takes nothing from the others', async () => {
  const { rosterOf, folder, inFolder, atHome } = setUp()
  inFolder('.muster/subagents/broken.md', 'no front matter')
  inFolder('.muster/subagents/large.md', agent('x') + 'x'.repeat(70_000))
  inFolder('.muster/subagents/off.md', agent('off', 'enabled: false\n'))
  inFolder('.muster/subagents/good.md', agent('good'))
  atHome('.muster/subagents/broken.md', agent('whole at home'))

  const { usable, all } = await rosterOf(folder)

  expect(usable.map(({ id }) => id)).toEqual(['general-purpose', 'broken', 'good'])
  expect(all.flatMap(({ id, problem }) => (problem ? [[id, problem.code]] : []))).toEqual([
    ['broken', 'broken'],
    ['large', 'too_large'],
    ['off', 'disabled'],
  ])
  expect(all.find(({ problem }) => problem?.code === 'broken')?.problem?.reason).toContain('---')
})

test('a saved change counts with the next task', async () => {
  const { rosterOf, folder, atHome } = setUp()
  atHome('.muster/subagents/x.md', agent('before'))
  await rosterOf(folder)

  atHome('.muster/subagents/x.md', agent('after'))

  expect((await rosterOf(folder)).usable.at(-1)?.description).toBe('after')
})

test('links, folders and names that no call could hold are no agents', async () => {
  const { rosterOf, home, folder, atHome } = setUp()
  atHome('elsewhere.md', agent('x'))
  atHome('.muster/subagents/has space.md', agent('x'))
  atHome('.muster/subagents/folder.md/inner.md', agent('x'))
  symlinkSync(join(home, 'elsewhere.md'), join(home, '.muster/subagents/link.md'))
  atHome('.muster/subagents/审查.md', agent('审查'))

  expect((await rosterOf(folder)).usable.map(({ id }) => id)).toEqual(['general-purpose', '审查'])
})
