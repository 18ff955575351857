import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processStart } from '../../outside/shell/process-identity.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { FLOODS } from '../../testing/hostile-attacks.ts'
import { createRealWorkers } from '../../testing/real-workers.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const HOSTILE = join(import.meta.dirname, '../../testing/hostile-worker.ts')

test.each(Object.keys(FLOODS))(
  'a flood of %s ends who sends it, and holds nobody else up',
  async (flood) => {
    const [honest, hostile] = [createRealWorkers(), createRealWorkers(HOSTILE, () => undefined)]
    const bench: CrewBench = await openCrew({
      launch: (options) => (isHostile(options.name) ? hostile : honest).launch(options),
    })
    const isHostile = (name: string): boolean =>
      bench.ledger.query.runs.live().some((run) => name.endsWith(run.id) && run.task.goal === flood)
    const sibling = {
      goal: scripted(
        'Go on.',
        ['gate begun', call('list_files', {})],
        call('list_files', { path: '.' }),
        say('done'),
      ),
    }
    const tasks = [{ goal: flood, tools: ['delegate'] }, sibling]
    const { id } = await bench.say(script(call('delegate', { tasks }), say('At work.'), say('end')))
    await eventually(() => expect(bench.runs(id).map(({ state }) => state)).toEqual(['running', 'running']))

    writeFileSync(join(bench.folder, 'go'), '{}')
    bench.models.gates.open('begun')
    await expect.poll(() => bench.runs(id)[0]?.endedAt ?? null, { timeout: 40_000 }).not.toBeNull()
    await bench.settled(id)

    expect(bench.runs(id)).toMatchObject([
      // On a busy machine it may drown in its own words before main has counted them.
      {
        state: 'failed',
        exitReason: 'error',
        result: { error: { code: expect.stringMatching(/^worker_(flooded|lost)$/) } },
      },
      { state: 'completed', result: { summary: 'done' } },
    ])
    expect(bench.runs(id)[0]?.result?.summary.length).toBeLessThan(4 * 1_024 * 1_024)
    const starts = await Promise.all(hostile.pids.map(processStart))
    expect(starts.every((start) => start === null)).toBe(true)
  },
  60_000,
)
