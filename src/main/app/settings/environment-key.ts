import { PROVIDERS, type Provider } from '../../../shared/providers.ts'
import { originOf } from '../../outside/model/origin.ts'

/** A key that came with the environment, and the only origin it may be sent to. */
export type EnvironmentKey = {
  readonly key: string
  readonly origin: string
  /** The endpoint that it is for. */
  readonly baseUrl: string
  /** Where it stood. */
  readonly variable: string
}

/**
 * Takes the keys out of the environment, so that no process we start inherits one: to be called once, first of all.
 *
 * A key goes to a host that was named beside it, else only to its vendor's. `MUSTER_API_KEY` has no vendor: it goes to
 * the endpoint in force when the app starts. Of two keys for one origin the first holds.
 * @param env all of these variables are gone from it afterwards
 * @param named base URL of the same command line, if any; of the vendors' keys it is OpenAI's that may go there
 * @param inForce base URL of the settings; may be empty
 */
export function takeEnvironmentKeys(
  env: NodeJS.ProcessEnv,
  { named, inForce }: { readonly named: string | null; readonly inForce: string },
): EnvironmentKey[] {
  const beside = (provider: Provider): string | undefined =>
    (provider.id === 'openai' ? named : null) ??
    (provider.baseUrlVariable === null ? undefined : env[provider.baseUrlVariable])
  const places = [
    { variable: 'MUSTER_API_KEY', baseUrl: named ?? inForce },
    ...PROVIDERS.flatMap((provider) =>
      provider.variables.map((variable) => ({ variable, baseUrl: beside(provider) || provider.baseUrl })),
    ),
  ]
  const keys = places.flatMap((place) => bind(env[place.variable], place))
  for (const { variable } of places) Reflect.deleteProperty(env, variable)
  return keys.filter(({ origin }, index) => keys.findIndex((each) => each.origin === origin) === index)
}

function bind(
  key: string | undefined,
  { variable, baseUrl }: { readonly variable: string; readonly baseUrl: string },
): EnvironmentKey[] {
  const origin = originOf(baseUrl)
  return origin === null || !key ? [] : [{ key, origin, baseUrl, variable }]
}
