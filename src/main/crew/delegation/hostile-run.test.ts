import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { processStart } from '../../outside/shell/process-identity.ts'
import { createNodeLauncher } from '../../platform/node-child.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { dumpLedger } from '../../testing/dump-ledger.ts'
import { ATTACKS, type Victims } from '../../testing/hostile-attacks.ts'
import { addConversation, addRun, resultOf } from '../../testing/ledger-rows.ts'
import { call, say, script } from '../../testing/script/write-script.ts'

const NODE = join(import.meta.dirname, '../../../../node_modules/.bin/node')
const HOSTILE = join(import.meta.dirname, '../../testing/hostile-worker.ts')

type Report = { readonly ready?: true; readonly outcome?: unknown; readonly honest?: string }

/** A crew with one run, a process of its own that attacks once `begin` tells it whom. */
async function setUp(attack: string) {
  const reports: Report[] = []
  let printed = ''
  const launch = createNodeLauncher({
    entry: HOSTILE,
    node: NODE,
    print(text) {
      printed += text
      const lines = printed.split('\n')
      printed = lines.pop() ?? ''
      reports.push(...lines.map((line) => JSON.parse(line) as Report))
    },
  })
  const bench = await openCrew({ launch })
  const tasks = [{ goal: attack, tools: ['read_file', 'write_file'] }]
  const { id } = await bench.say(script(call('delegate', { tasks }), say('At work.')))
  const victims = await victimsIn(bench)
  await eventually(() => {
    expect(reports).toEqual([{ ready: true }])
    expect(bench.runs(id)).toMatchObject([{ state: 'running' }])
    expect(bench.conversation(id).turn).toBe('idle')
    expect(bench.ledger.query.processes.ofRun(bench.runs(id)[0]?.id as never)).toHaveLength(1)
  })
  const begin = async (): Promise<Report> => {
    writeFileSync(join(bench.folder, 'soon'), JSON.stringify(victims))
    renameSync(join(bench.folder, 'soon'), join(bench.folder, 'go')) // there is nothing of it to read before
    await eventually(() => expect(reports).toHaveLength(2))
    return reports[1] ?? {}
  }
  return { bench, id, victims, begin }
}

/** A run of another conversation with its result on the way, and a process that is nobody's but the user's. */
async function victimsIn({ ledger, ids }: CrewBench): Promise<Victims> {
  const place = { ledger, ids, clock: { now: () => 0 } as never }
  const conversation = await addConversation(place)
  const run = await addRun(place, conversation)
  const finished = await ledger.delegations.finishUnheld(run, {
    exitReason: 'stopped',
    result: resultOf('secret'),
  })
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', detached: true })
  onTestFinished(() => void stranger.kill('SIGKILL'))
  await once(stranger, 'spawn')
  const groupId = stranger.pid ?? 0
  await ledger.boot.addProcess({
    pid: groupId,
    startedAt: (await processStart(groupId)) ?? '',
    kind: 'group',
    runId: run.id,
  })
  return {
    runId: run.id,
    entryId: ledger.query.runs.find(run.id)?.headEntryId ?? '',
    conversationId: conversation.id,
    deliveryId: finished?.delivery?.id ?? '',
    groupId,
  }
}

/** What a request may be answered with that did nothing. */
const FUTILE = /^(no answer|refusal \w+|reply \{"outcome":"deny".*|reply undefined)$/

test.each(Object.keys(ATTACKS))(
  'a run that %s changes nothing, and main goes on',
  async (attack) => {
    const { bench, victims, begin } = await setUp(attack)
    const before = dumpLedger(bench.dataFolder)

    const { outcome, honest } = await begin()

    if (outcome !== undefined) expect(outcome).toMatch(FUTILE)
    expect(honest).toBe('reply []')
    expect(dumpLedger(bench.dataFolder)).toEqual(before)
    expect(bench.desk.pending()).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(await processStart(victims.groupId)).not.toBeNull()
  },
  15_000,
)

test('what a hostile run put into no account is not ended with it', async () => {
  const { bench, id, victims, begin } = await setUp('puts a stranger among what is ended with it')
  await begin()

  await bench.delegation.stopRun(bench.runs(id)[0]?.id as never, true)
  await eventually(() => expect(bench.runs(id)).toMatchObject([{ state: 'stopped' }]))

  expect(await processStart(victims.groupId)).not.toBeNull()
})
