import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { listFolderItems, MOST_ITEMS } from './folder-items.ts'

const pathsOf = async (folder: string): Promise<string[]> =>
  (await listFolderItems(folder)).items.map(({ path }) => path)

test('what instructs or executes is listed, each with what it can do', async () => {
  const folder = temporaryFolder({
    'AGENTS.md': 'be kind',
    'CLAUDE.md': 'be kind',
    'README.md': 'read me',
    '.mcp.json': '{}',
    '.claude/settings.json': '{}',
    '.claude/agents/reviewer.md': 'review',
    '.muster/skills/sum/SKILL.md': 'add up',
    '.muster/hooks/before.sh': 'true',
    'src/AGENTS.md': 'nested',
  })

  const { items, more } = await listFolderItems(folder)

  expect(items.map(({ path, kind }) => [path, kind])).toEqual([
    ['AGENTS.md', 'instructs'],
    ['CLAUDE.md', 'instructs'],
    ['.mcp.json', 'executes'],
    ['.muster/hooks/before.sh', 'executes'],
    ['.muster/skills/sum/SKILL.md', 'instructs'],
    ['.claude/agents/reviewer.md', 'instructs'],
    ['.claude/settings.json', 'executes'],
  ])
  expect(more).toBe(0)
})

test('what the app writes there itself is nothing that a folder brings', async () => {
  const folder = temporaryFolder({
    '.muster/.gitignore': '/sessions',
    '.muster/delegations/d1/task-1.log': 'x',
    '.muster/memory/today.md': 'x',
  })

  expect(await pathsOf(folder)).toEqual([])
})

test('a link is not followed: what it leads to is no part of the folder', async () => {
  const folder = temporaryFolder()
  const elsewhere = temporaryFolder({ 'AGENTS.md': 'from afar', 'skills/a.md': 'x' })
  symlinkSync(join(elsewhere, 'AGENTS.md'), join(folder, 'AGENTS.md'))
  symlinkSync(elsewhere, join(folder, '.agents'))

  expect(await pathsOf(folder)).toEqual([])
})

test('other content has another hash', async () => {
  const [one, other] = [temporaryFolder({ 'AGENTS.md': 'a' }), temporaryFolder({ 'AGENTS.md': 'b' })]

  expect((await listFolderItems(one)).items[0]?.sha256).not.toBe(
    (await listFolderItems(other)).items[0]?.sha256,
  )
})

test('more than can be shown is counted', async () => {
  const many = Object.fromEntries(
    Array.from({ length: MOST_ITEMS + 3 }, (_each, index) => [`.agents/${index}.md`, 'x']),
  )

  const { items, more } = await listFolderItems(temporaryFolder(many))

  expect([items.length, more]).toEqual([MOST_ITEMS, 3])
})
