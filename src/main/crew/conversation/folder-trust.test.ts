import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { randomIds } from '../../platform/ids.ts'
import { checkFolder } from '../../store/workspace/folder-check.ts'
import { MOST_INSTRUCTION_BYTES } from '../../store/workspace/folder-instructions.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTemporaryLedger } from '../../testing/temporary-ledger.ts'
import { createFolderTrust } from './folder-trust.ts'

const token = (): string => randomIds.next('token')

function setUp(files: Record<string, string>) {
  const folder = temporaryFolder(files)
  const { ledger } = openTemporaryLedger()
  const rules = { home: '/home/nobody', dataFolder: '/nowhere' }
  const trust = createFolderTrust({ ledger, checkFolder: (path) => checkFolder(path, rules) })
  const answer = async (trusted: boolean) =>
    trust.decide({ folder, trusted, items: (await trust.inspect(folder)).items })
  return { folder, trust, answer, write: (text: string) => writeFileSync(join(folder, 'AGENTS.md'), text) }
}

test('nothing of a folder is used before somebody said yes', async () => {
  const { folder, trust } = setUp({ 'AGENTS.md': token() })

  expect(await trust.inspect(folder)).toMatchObject({ answer: 'none', asks: true, items: [{ state: 'new' }] })
  expect(await trust.instructions(folder)).toBeNull()
})

test('after a yes its instructions reach the prompt, between lines they cannot hold', async () => {
  const words = token()
  const { folder, trust, answer } = setUp({ 'AGENTS.md': words })

  expect(await answer(true)).toMatchObject({ answer: 'trusted', asks: false, items: [{ state: 'accepted' }] })

  const text = (await trust.instructions(folder)) ?? ''
  const boundary = /^--- \w{16}$/m.exec(text)?.[0] ?? 'none'
  expect(text.split(`${boundary}\n`)[1]?.trim()).toBe(words)
})

test('after a no they do not, and it is not asked again', async () => {
  const { folder, trust, answer } = setUp({ 'AGENTS.md': token() })

  expect(await answer(false)).toMatchObject({ answer: 'declined', asks: false })
  expect(await trust.instructions(folder)).toBeNull()
})

test('a file that changed says nothing until it was accepted again', async () => {
  const { folder, trust, answer, write } = setUp({ 'AGENTS.md': token() })
  await answer(true)
  const changed = token()
  write(changed)

  expect(await trust.instructions(folder)).toBeNull()
  expect(await trust.inspect(folder)).toMatchObject({ asks: true, items: [{ state: 'changed' }] })

  await answer(true)
  expect(await trust.instructions(folder)).toContain(changed)
})

test('an answer holds for what was shown, not for what stood there by then', async () => {
  const { folder, trust, write } = setUp({ 'AGENTS.md': token() })
  const { items } = await trust.inspect(folder)
  write(token())

  expect(await trust.decide({ folder, trusted: true, items })).toMatchObject({ asks: true })
  expect(await trust.instructions(folder)).toBeNull()
})

test('a yes that came too late for a change in one file is no yes to the others', async () => {
  const hook = join('.muster', 'run.sh')
  const { folder, trust, answer } = setUp({ 'AGENTS.md': token(), [hook]: token() })
  const { items } = await trust.inspect(folder)
  writeFileSync(join(folder, hook), token())

  expect(await trust.decide({ folder, trusted: true, items })).toMatchObject({ answer: 'none', asks: true })
  expect(await trust.instructions(folder)).toBeNull()

  await answer(true)
  expect(await trust.instructions(folder)).not.toBeNull()
})

test('a yes counts neither when a file came meanwhile, nor when one went', async () => {
  const { folder, trust } = setUp({ 'AGENTS.md': token(), 'CLAUDE.md': token() })
  const { items } = await trust.inspect(folder)
  rmSync(join(folder, 'CLAUDE.md'))
  expect(await trust.decide({ folder, trusted: true, items })).toMatchObject({ answer: 'none', asks: true })

  const left = await trust.inspect(folder)
  writeFileSync(join(folder, '.mcp.json'), '{}')
  expect(await trust.decide({ folder, trusted: true, items: left.items })).toMatchObject({ answer: 'none' })
  expect(await trust.instructions(folder)).toBeNull()
})

test('CLAUDE.md speaks where there is no AGENTS.md', async () => {
  const [first, second] = [token(), token()]
  const { folder, trust, answer } = setUp({ 'AGENTS.md': first, 'CLAUDE.md': second })
  await answer(true)

  expect(await trust.instructions(folder)).not.toContain(second)
  rmSync(join(folder, 'AGENTS.md'))
  expect(await trust.instructions(folder)).toContain(second)
})

test('a long file is cut, and that is said', async () => {
  const end = token()
  const { folder, trust, answer } = setUp({ 'AGENTS.md': 'x'.repeat(MOST_INSTRUCTION_BYTES) + end })
  await answer(true)

  const text = await trust.instructions(folder)
  expect(text).not.toContain(end)
  expect(text).toContain('cut here')
})
