import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EntryId } from '../../../shared/ids.ts'
import type { DelegateTask } from '../../../shared/run-protocol.ts'
import { DELEGATION_TOOLS } from '../../core/tools/tool-set.ts'
import { openCrew } from '../../testing/crew-bench.ts'
import { say, script } from '../../testing/script/write-script.ts'

const ALL = [
  ...['read_file', 'list_files', 'glob_files', 'grep_files', 'write_file', 'edit_file', 'shell'],
  ...DELEGATION_TOOLS,
]
const WRITING = ['write_file', 'edit_file', 'shell']

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  'a parent with everything': ALL,
  'a parent that only reads and delegates': ['read_file', 'grep_files', ...DELEGATION_TOOLS],
  'a parent with delegate alone': ['delegate'],
}
const TASKS: readonly (readonly string[] | undefined)[] = [
  undefined,
  [],
  ['read_file', 'shell'],
  ['delegate', 'write_file'],
  ALL,
]
const PROFILES: Readonly<Record<string, readonly string[] | null>> = {
  free: null,
  bare: [],
  reader: ['read_file', 'list_files', 'grep_files'],
  lead: ['read_file', 'write_file', ...DELEGATION_TOOLS],
}

const frontMatter = (tools: readonly string[] | null): string =>
  tools === null ? '' : `delegate-tools: [${tools.join(', ')}]\n`

async function setUp(maxDepth: number) {
  const bench = await openCrew({ delegation: { maxDepth, maxTasksPerCall: 50 }, program: () => undefined })
  const place = join(bench.dataFolder, 'home/.muster/subagents')
  mkdirSync(place, { recursive: true })
  for (const [id, tools] of Object.entries(PROFILES)) {
    writeFileSync(join(place, `${id}.md`), `---\ndescription: x\n${frontMatter(tools)}---\n`)
  }
  const { id } = await bench.say(script(say('hello')))
  await bench.settled(id)
  return { ...bench, id }
}

const CASES = TASKS.flatMap((asked) => Object.keys(PROFILES).map((agent) => ({ asked, agent })))
const taskOf = ({ asked, agent }: (typeof CASES)[number]): DelegateTask => ({
  goal: 'Count the boats.',
  agent,
  ...(asked ? { tools: [...asked] } : {}),
})

test.each(Object.entries(PARENTS).flatMap(([who, tools]) => [1, 2].map((depth) => ({ who, tools, depth }))))(
  'no child of $who at depth $depth may do what it may not, whatever is asked',
  async ({ tools, depth }) => {
    const { delegation, ledger, folder, id, stopEverything } = await setUp(2)
    const asker = { conversationId: id, runId: null, depth: depth - 1, path: null, folder, tools }

    const { runs } = await delegation.delegatorFor(asker).start({
      tasks: CASES.map(taskOf),
      independent: false,
      answerId: EntryId.parse('ent_1'),
      callIndex: 0,
    })

    expect(runs).toHaveLength(CASES.length)
    for (const [index, { asked, agent }] of CASES.entries()) {
      const given = ledger.query.runs.find(runs[index]?.runId as never)?.tools ?? ['none was started']
      const bounds = [tools, asked ?? ALL, PROFILES[agent] ?? ALL]
      const allowed = ALL.filter((name) => bounds.every((bound) => bound.includes(name)))
      const isLeaf = depth === 2
      const label = JSON.stringify({ asked, agent })
      expect(
        given.filter((name) => !tools.includes(name)),
        label,
      ).toEqual([])
      expect(given, label).toEqual(isLeaf ? allowed.filter((name) => !isDelegation(name)) : allowed)
      if (agent === 'reader') expect(given.filter((name) => WRITING.includes(name))).toEqual([])
      if (agent === 'bare' || asked?.length === 0) expect(given, label).toEqual([])
    }
    await stopEverything(id)
  },
)

const isDelegation = (name: string): boolean => (DELEGATION_TOOLS as readonly string[]).includes(name)

test('what is tried here are all the tools there are', async () => {
  const { delegation, ledger, folder, id, stopEverything } = await setUp(2)
  const tools = [...ALL, 'one_that_does_not_exist']
  const asker = { conversationId: id, runId: null, depth: 0, path: null, folder, tools }

  const { runs } = await delegation.delegatorFor(asker).start({
    tasks: [{ goal: 'Count the boats.' }],
    independent: false,
    answerId: EntryId.parse('ent_1'),
    callIndex: 0,
  })

  expect(ledger.query.runs.find(runs[0]?.runId as never)?.tools).toEqual(ALL)
  await stopEverything(id)
})
