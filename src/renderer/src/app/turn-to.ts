import type { BreakerId } from '../../../shared/ids.ts'
import type { ModelChoice } from '../../../shared/settings.ts'
import type { Services } from './services.ts'

/** Goes on with another model of the list; the one before takes its place there, so that the way back is as short. */
export async function turnTo(
  { host, settings }: Services,
  breakerId: BreakerId,
  choice: ModelChoice,
): Promise<void> {
  const { baseUrl, name, fallbacks } = settings.getState().settings.model
  const others = fallbacks.map((each) => (isSame(each, choice) ? { baseUrl, name } : each))
  await host.call('settings.change', {
    changes: [
      { path: 'model.baseUrl', value: choice.baseUrl },
      { path: 'model.name', value: choice.name },
      { path: 'model.fallbacks', value: others },
    ],
  })
  await host.call('breaker.resume', { breakerId })
}

const isSame = (one: ModelChoice, other: ModelChoice): boolean =>
  one.baseUrl === other.baseUrl && one.name === other.name
