import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark } from './benchmark.ts'
import { calls, says, startTimedEndpoint, type TimedCall } from './endpoint.ts'
import { failureOf } from './first-request.ts'
import { startBare, startMuster, type Started } from './start.ts'

/** Stands in what the child is asked, and in no system prompt. */
const TASK = 'Do what call_0 asks for.'

const isChild = ({ body }: TimedCall): boolean =>
  (JSON.parse(body) as { messages: { role: string; content: unknown }[] }).messages.some(
    ({ role, content }) => role === 'user' && JSON.stringify(content).includes(TASK),
  )

/** From the end of the answer that delegates to the child's first request: ledger, start of a process, loop. */
export const childRequest: Benchmark = {
  name: 'tool call → child’s first request, cold',
  beside: 'a utility process with the same client',
  unit: 'ms',
  rounds: 7,
  goals: [
    { of: 'ratio', atMost: 1.3 },
    { of: 'ours', atMost: 450 },
  ],
  async setUp() {
    const endpoint = await startTimedEndpoint()
    const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
    const measure = (start: () => Started) => async (): Promise<number> => {
      endpoint.answerWith((call) =>
        call.index === 0 ? [calls('delegate', { tasks: [{ goal: TASK }] })] : [says('done')],
      )
      const { ended } = start()
      const { cameAt } = await Promise.race([
        endpoint.called((call) => call.index > 0 && isChild(call)),
        failureOf(ended),
      ])
      await ended
      return cameAt - (endpoint.calls[0]?.answeredAt ?? NaN)
    }
    return {
      ours: measure(() => startMuster(['--folder', folder, '--mode', 'auto'], endpoint.baseUrl)),
      bare: measure(() => startBare('parent', endpoint.baseUrl)),
      async [Symbol.asyncDispose]() {
        rmSync(folder, { recursive: true })
        await endpoint[Symbol.asyncDispose]()
      },
    }
  },
}
