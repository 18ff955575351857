import type { Benchmark } from './benchmark.ts'
import { says, startTimedEndpoint } from './endpoint.ts'
import { startBare, startMuster, type Started } from './start.ts'

/** From the start of the binary to the first request: what somebody waits who types `muster run`. */
export const firstRequest: Benchmark = {
  name: 'muster run: spawn → first request',
  beside: 'an Electron app that is ready and calls fetch',
  unit: 'ms',
  rounds: 7,
  goals: [{ of: 'ours', atMost: 600 }],
  async setUp() {
    const endpoint = await startTimedEndpoint()
    const measure = (start: () => Started) => async (): Promise<number> => {
      endpoint.answerWith(() => [says('done')])
      const { spawnedAt, ended } = start()
      const { cameAt } = await Promise.race([endpoint.called(() => true), failureOf(ended)])
      await ended
      return cameAt - spawnedAt
    }
    return {
      ours: measure(() => startMuster([], endpoint.baseUrl)),
      bare: measure(() => startBare('loop', endpoint.baseUrl)),
      [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
    }
  },
}

/** A program that ends before it has asked is an error of the benchmark. */
export const failureOf = async (ended: Promise<unknown>): Promise<never> => {
  await ended
  throw new Error('It ended without a request.')
}
