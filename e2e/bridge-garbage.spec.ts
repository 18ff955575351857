import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Bridge } from '../src/shared/bridge.ts'
import { calls } from '../src/shared/calls.ts'
import { say, script } from '../src/main/testing/script/write-script.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { callHost, messagesOf, sendMessage } from './fixtures/window.ts'

type PageWithBridge = { readonly muster: Bridge }
type Outcome = { readonly name: string; readonly code: string; readonly input: string }

/** Fields that calls know, so that garbage gets past the first look at it. */
const FIELDS = [
  ...new Set(
    Object.values(calls).flatMap(({ input }) => ('shape' in input ? Object.keys(input.shape as object) : [])),
  ),
]

/** Ids of things that are not there, in the form of things that are. */
const strangers = (): Record<string, string> => ({
  conversationId: `cnv_${randomToken().slice(6)}`,
  runId: `run_${randomToken().slice(6)}`,
  delegationId: `dlg_${randomToken().slice(6)}`,
  entryId: `ent_${randomToken().slice(6)}`,
  before: `ent_${randomToken().slice(6)}`,
  breakerId: `brk_${randomToken().slice(6)}`,
  approvalId: `apr_${randomToken().slice(6)}`,
})

/** What is not there may be watched, and has ended already. */
const HARMLESS: readonly string[] = [
  'host.watch',
  'conversation.stop',
  'run.stop',
  'delegation.stop',
  'delegation.stopAll',
  'breaker.resume',
]

/** Calls every name with 200 payloads of which none is its input, and answers with what came back, told apart. */
function pour(page: Page, seed: number): Promise<Outcome[]> {
  return page.evaluate(
    async ({ names, fields, ids, state }) => {
      const random = (below: number): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((state / 2 ** 32) * below)
      }
      const junk = (depth: number): unknown => {
        const leaves = [
          NaN,
          -1,
          2 ** 53,
          true,
          Symbol.iterator.toString(),
          new Date(0),
          new Uint8Array(9),
          7n,
          /x/,
        ]
        const kind = random(depth > 3 ? leaves.length : leaves.length + 3)
        if (kind < leaves.length) return leaves[kind]
        if (kind === leaves.length) return Array.from({ length: random(5) }, () => junk(depth + 1))
        const keys = Array.from(
          { length: random(4) },
          () => ['__proto__', 'constructor', 'x', ''][random(4)] ?? '',
        )
        return Object.fromEntries(keys.map((key) => [key, junk(depth + 1)]))
      }
      /** What a call might know, with junk in it; ids are of things that are not there. */
      const almost = (): unknown =>
        Object.fromEntries(
          fields
            .filter(() => random(3) > 0)
            .map((field) => {
              const value = field in ids && random(4) > 0 ? ids[field] : junk(0)
              return [field, typeof value === 'string' && !(field in ids) ? [value] : value]
            }),
        )
      const shown = (input: unknown): string => {
        try {
          return JSON.stringify(input).slice(0, 120)
        } catch {
          return String(input).slice(0, 120)
        }
      }
      const bridge = (window as unknown as PageWithBridge).muster
      const outcomes: Outcome[] = []
      for (const name of names) {
        for (let index = 0; index < 200; index++) {
          const input = random(2) === 0 ? almost() : random(40) === 0 ? 'x'.repeat(1_000_001) : junk(0)
          const reply = await bridge
            .call(name as never, input as never)
            .catch((thrown: unknown) => String(thrown))
          const code = typeof reply === 'string' ? reply : reply.ok ? 'ok' : reply.error.code
          outcomes.push({ name, code, input: shown(input) })
        }
      }
      return outcomes
    },
    { names: Object.keys(calls), fields: FIELDS, ids: strangers(), state: seed },
  )
}

test('200 pieces of garbage for every call change nothing and harm nothing', async ({
  launch,
  models,
  data,
}) => {
  test.slow()
  const seed = Math.floor(Math.random() * 2 ** 32)
  test.info().annotations.push({ type: 'seed', description: String(seed) })
  const [before, after] = [randomToken(), randomToken()]
  const app = await launch()
  const { page } = app
  await sendMessage(page, script(say(before)))
  await expect(messagesOf(page, 'assistant').last()).toContainText(before)
  const stateOf = async () => {
    const { sequence: _, ...snapshot } = await callHost(page, 'host.snapshot', undefined)
    return {
      snapshot,
      settings: readFileSync(join(data, 'settings.json'), 'utf8'),
      files: readdirSync(data).sort(),
    }
  }
  const known = await stateOf()

  const outcomes = await pour(page, seed)

  expect(outcomes).toHaveLength(200 * Object.keys(calls).length)
  const expected = ['invalid_input', 'not_found']
  const surprises = outcomes.filter(({ name, code }) => !expected.includes(code) && !HARMLESS.includes(name))
  expect([...new Set(surprises.map(({ name, code, input }) => `${name} ${input}: ${code}`))]).toEqual([])
  expect(new Set(outcomes.map(({ code }) => code))).toContain('not_found')
  expect(await stateOf()).toEqual(known)
  expect(models.calls).toHaveLength(1)
  expect(await page.evaluate(() => 'polluted' in {} || 'x' in Object.prototype)).toBe(false)
  expect(app.console.filter((line) => line.startsWith('error'))).toEqual([])
  await page.reload() // the window watches something else by now
  await expect(messagesOf(page, 'assistant').last()).toContainText(before)
  await sendMessage(page, script(say(after)))
  await expect(messagesOf(page, 'assistant').last()).toContainText(after)
})
