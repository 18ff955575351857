import { originOf } from '../../outside/model/origin.ts'

/** A key that came with the environment, and the only origin it may be sent to. */
export type EnvironmentKey = { readonly key: string; readonly origin: string }

const OPENAI_BASE_URL = 'https://api.openai.com/v1'

/**
 * Takes the keys out of the environment, so that no process we start inherits one: to be called once, first of all.
 *
 * A key goes to a host that was named beside it, else only to its vendor's. `MUSTER_API_KEY` has no vendor: it goes to
 * the endpoint in force when the app starts.
 * @param env both variables are gone from it afterwards
 * @param named base URL of the same command line, if any
 * @param inForce base URL of the settings; may be empty
 */
export function takeEnvironmentKey(
  env: NodeJS.ProcessEnv,
  { named, inForce }: { readonly named: string | null; readonly inForce: string },
): EnvironmentKey | null {
  const { MUSTER_API_KEY: ours, OPENAI_API_KEY: theirs, OPENAI_BASE_URL: beside } = env
  delete env['MUSTER_API_KEY']
  delete env['OPENAI_API_KEY']
  if (ours) return bind(ours, named ?? inForce)
  return theirs ? bind(theirs, named ?? (beside || OPENAI_BASE_URL)) : null
}

function bind(key: string, baseUrl: string): EnvironmentKey | null {
  const origin = originOf(baseUrl)
  return origin === null ? null : { key, origin }
}
