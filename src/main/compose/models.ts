import type { Settings } from '../../shared/settings.ts'
import { AppError } from '../../shared/errors.ts'
import type { Network } from '../../shared/network.ts'
import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import { isLoopback } from '../outside/model/origin.ts'
import { DEMO_CONCURRENT_RUNS, DEMO_MODEL } from './demo.ts'
import type { Secrets } from '../app/settings/secrets.ts'
import { DEFAULT_CONCURRENT_RUNS, DEFAULT_CONCURRENT_RUNS_LOOPBACK } from '../crew/delegation/policy.ts'

export type ModelPorts = {
  readonly settings: () => Settings
  readonly secrets: Secrets
  readonly network: Network | null
}

/** Where questions go: one immutable value, put together from settings and keychain when it is needed. */
export function currentEndpoint({ settings, secrets, network }: ModelPorts): ModelEndpoint {
  const { baseUrl, name } = settings().model
  if (baseUrl === '' || name === '') throw new AppError('model_missing', 'No endpoint or model is set.')
  return { kind: 'openai', baseUrl, model: name, key: secrets.keyFor(baseUrl), ...way(network) }
}

/** The part of an endpoint that says how to get there. */
export const way = (network: Network | null): Pick<ModelEndpoint, 'network'> => (network ? { network } : {})

/** Runs that may work at once: what is set, else fewer where the model runs on this very computer; a demo's at least. */
export const concurrentRuns = (settings: Settings, live: readonly { readonly model: string }[]): number =>
  live.some(({ model }) => model === DEMO_MODEL)
    ? Math.max(ordinaryRuns(settings), DEMO_CONCURRENT_RUNS)
    : ordinaryRuns(settings)

function ordinaryRuns({ delegation, model }: Settings): number {
  if (delegation.maxConcurrentRuns !== null) return delegation.maxConcurrentRuns
  return isLoopback(model.baseUrl) ? DEFAULT_CONCURRENT_RUNS_LOOPBACK : DEFAULT_CONCURRENT_RUNS
}
