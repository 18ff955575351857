import type { BreakerView } from '../../../../shared/breaker.ts'
import type { ModelChoice } from '../../../../shared/settings.ts'

/** Refusals that may be of one model; any other is of the account, the key or the way, hence of all that ask there. */
const OF_ONE_MODEL: readonly BreakerView['code'][] = ['model_forbidden', 'model_rate_limited']

/** The models of the list to which what waits could turn: none that the breaker itself refuses. */
export function waysOn(
  { origin, code }: Pick<BreakerView, 'origin' | 'code'>,
  { current, fallbacks }: { readonly current: ModelChoice; readonly fallbacks: readonly ModelChoice[] },
): ModelChoice[] {
  // What waits was given its model by name: another model for the conversation is no way on for it.
  if (originOf(current) !== origin) return []
  const isWayOn = (each: ModelChoice): boolean => OF_ONE_MODEL.includes(code) || originOf(each) !== origin
  const isInUse = ({ baseUrl, name }: ModelChoice): boolean =>
    baseUrl === current.baseUrl && name === current.name
  return fallbacks.filter((each) => !isInUse(each) && isWayOn(each))
}

/** As main names it. */
function originOf({ baseUrl }: ModelChoice): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl
}
