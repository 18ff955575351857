import type { Settings } from '../../shared/settings.ts'
import { AppError } from '../../shared/errors.ts'
import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import type { ModelFailure } from '../core/agent/ports.ts'
import { isLoopback } from '../outside/model/origin.ts'
import { listModels } from '../outside/model/list-models.ts'
import { testModel } from '../outside/model/test-model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { DEMO_CONCURRENT_RUNS, DEMO_MODEL } from './demo.ts'
import type { HostServices } from '../app/handlers/services.ts'
import type { Secrets } from '../app/settings/secrets.ts'
import { DEFAULT_CONCURRENT_RUNS, DEFAULT_CONCURRENT_RUNS_LOOPBACK } from '../crew/delegation/policy.ts'

export type ModelPorts = {
  readonly settings: () => Settings
  readonly secrets: Secrets
  readonly clock: Clock
  readonly ids: Ids
}

/** Where questions go: one immutable value, put together from settings and keychain when it is needed. */
export function currentEndpoint({
  settings,
  secrets,
}: Pick<ModelPorts, 'settings' | 'secrets'>): ModelEndpoint {
  const { baseUrl, name } = settings().model
  if (baseUrl === '' || name === '') throw new AppError('model_missing', 'No endpoint or model is set.')
  return { kind: 'openai', baseUrl, model: name, key: secrets.keyFor(baseUrl) }
}

/** Runs that may work at once: what is set, else fewer where the model runs on this very computer; a demo's at least. */
export const concurrentRuns = (settings: Settings, live: readonly { readonly model: string }[]): number =>
  live.some(({ model }) => model === DEMO_MODEL)
    ? Math.max(ordinaryRuns(settings), DEMO_CONCURRENT_RUNS)
    : ordinaryRuns(settings)

function ordinaryRuns({ delegation, model }: Settings): number {
  if (delegation.maxConcurrentRuns !== null) return delegation.maxConcurrentRuns
  return isLoopback(model.baseUrl) ? DEFAULT_CONCURRENT_RUNS_LOOPBACK : DEFAULT_CONCURRENT_RUNS
}

/** The two questions of the settings page. Each is a real request. */
export const modelChecks = ({ secrets, clock, ids }: ModelPorts): HostServices['models'] => ({
  async test({ baseUrl, name, key }) {
    const endpoint = { kind: 'openai' as const, baseUrl, model: name, key: key ?? secrets.keyFor(baseUrl) }
    const signal = new AbortController().signal
    const { latencyMs, reply, failure } = await testModel({ endpoint, clock, ids, signal })
    return { ok: failure === null, latencyMs, reply, error: failure && toWire(failure) }
  },
  async list({ baseUrl, key }) {
    const endpoint = { kind: 'openai' as const, baseUrl, key: key ?? secrets.keyFor(baseUrl) }
    const found = await listModels({ endpoint, clock, signal: new AbortController().signal })
    return found.ok
      ? { models: [...found.models], error: null }
      : { models: [], error: toWire(found.failure) }
  },
})

const toWire = ({ code, details }: ModelFailure) => ({ code, details })
