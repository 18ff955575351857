import type { ModelChoice, Settings } from '../../shared/settings.ts'
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
export function currentEndpoint(
  { settings, secrets, network }: ModelPorts,
  model: string | null = null,
): ModelEndpoint {
  const { baseUrl, name } = chosenModel(settings(), model)
  return { kind: 'openai', baseUrl, model: name, key: secrets.keyFor(baseUrl), ...way(network) }
}

/**
 * The user's model of this name; null: the one in use.
 * @throws `model_missing` when none is set, `invalid_input` when the named one is not the user's any more
 */
function chosenModel({ model }: Settings, name: string | null): ModelChoice {
  if (model.baseUrl === '' || model.name === '')
    throw new AppError('model_missing', 'No endpoint or model is set.')
  const choices = [{ baseUrl: model.baseUrl, name: model.name }, ...model.fallbacks]
  const chosen = choices.find((choice) => name === null || choice.name === name)
  if (!chosen) throw new AppError('invalid_input', `${name} is not one of the user's models any more.`)
  return chosen
}

/** The models that a task may ask for: the one in use, and those to turn to. */
export const modelNames = ({ model }: Settings): string[] => [
  ...new Set([model.name, ...model.fallbacks.map(({ name }) => name)].filter((name) => name !== '')),
]

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
