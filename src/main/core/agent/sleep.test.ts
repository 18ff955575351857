import { expect, test } from 'vitest'
import type { EntryContent } from '../../../shared/entry.ts'
import { setUpAgent } from '../../testing/agent-bench.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { say, script } from '../../testing/script/write-script.ts'
import { FIRST_RETRY_MS, RETRIES } from './policy.ts'
import { runAgent } from './run-agent.ts'

const NIGHTS = 10

/** An endpoint that breaks each of the first requests off. */
const task = (fault: string): EntryContent => ({
  kind: 'user',
  text: script([`first ${NIGHTS} ${fault}`, say('done')]),
})
const never = (): AbortSignal => new AbortController().signal

test('a request that the machine’s sleep cut off is made again without counting as a failure, however often', async () => {
  const { agent, log } = setUpAgent({ soFar: [task('cut')] })

  expect(await runAgent({ ...agent, hasSlept: () => true }, never())).toEqual({ reason: 'completed' })

  expect(log).toEqual([...Array<string>(NIGHTS).fill(`pause ${FIRST_RETRY_MS}`), 'append assistant'])
})

test('one that broke off by itself does count', async () => {
  const model = createScriptedModel()
  const { agent } = setUpAgent({ model, soFar: [task('cut')] })

  expect(await runAgent(agent, never())).toMatchObject({ reason: 'error', code: 'model_cut' })
  expect(model.requests).toHaveLength(1 + (RETRIES.model_cut ?? 0))
})

test('what the endpoint itself refused is no matter of sleep', async () => {
  const { agent, log } = setUpAgent({ soFar: [task('status 400')] })

  expect(await runAgent({ ...agent, hasSlept: () => true }, never())).toMatchObject({ reason: 'error' })
  expect(log.filter((line) => line.startsWith('pause'))).toEqual([])
})
