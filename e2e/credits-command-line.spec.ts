import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { runCommand } from './fixtures/command-line.ts'
import { readLedger } from './fixtures/ledger.ts'
import { MODEL_NAME, type ModelCall } from './fixtures/model-server.ts'
import { knows, taskOf, writeFacts } from './fixtures/story.ts'
import { expect, test, TOKEN } from './fixtures/test.ts'

type Run = { state: string; restarts: number; result: string | null }

test('a command whose credits run out keeps the work of its sub-agents, says so, and a window goes on with it', async ({
  launch,
  models,
  data,
  folder,
}) => {
  const facts = writeFacts(folder, 3)
  const tasks = facts.map(({ file }, index) => ({
    goal: scripted(`Spend on ${file}.`, call('read_file', { path: file }), [
      ...(index === 0 ? [] : ['gate credits']),
      'first 1 status 402 top up',
      recall(TOKEN),
    ]),
  }))
  const runs = (): Run[] => readLedger<Run>(data, 'select state, restarts, result from delegation_runs')

  await test.step('the first refusal is the last request, and nothing is given up', async () => {
    const command = await runCommand([
      script(call('delegate', { tasks }), say('They are at work.'), recall(TOKEN)),
      ...['--folder', folder, '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME],
      ...['--set', 'delegation.maxConcurrentRuns=1'],
    ])

    expect(command.code).toBe(2)
    expect(command.stderr).toContain('Top it up there')
    expect(command.stderr).toContain('open Muster on the same data')
    expect(command.result.error).toMatchObject({ code: 'model_no_credit' })
    expect(runs().map(({ state }) => state)).toEqual(['waiting', 'queued', 'queued'])
    const spending = models.calls.filter((request) => taskOf(request).startsWith('Spend on'))
    expect(spending, 'one step, and the refusal').toHaveLength(2)
  })

  await test.step('the next start asks anew, and every task ends once', async () => {
    const { page } = await launch({ settings: { delegation: { maxConcurrentRuns: 3 } } })
    await expect(page.getByTestId('conversation-row')).toHaveCount(1)
    const isAtTheGate = (request: ModelCall): boolean =>
      /fact-[23]/.test(taskOf(request)) && knows(request, ['is token_'])
    await expect.poll(() => models.calls.filter(isAtTheGate)).toHaveLength(2)
    models.gates.open('credits') // the two others meet the same refusal, behind one card
    await page.getByTestId('breaker-resume').click()

    await expect.poll(() => runs().map(({ state }) => state)).toEqual(Array(3).fill('completed'))
    for (const [index, { token }] of facts.entries()) expect(runs()[index]?.result).toContain(token)
    expect(runs().map(({ restarts }) => restarts)).toEqual([0, 0, 0])
    expect(readLedger(data, 'select 1 from deliveries')).toHaveLength(1)
  })
})
