import type { ModelEndpoint, RunSpec } from '../../../../shared/run-protocol.ts'
import { followEndpoint } from '../../../core/agent/endpoint.ts'
import type { Endpoint, Model } from '../../../core/agent/ports.ts'
import { createModel } from '../../../outside/model/create-model.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { MainLine } from '../main-line.ts'
import { orWhenStopped } from './or-when-stopped.ts'

export type RelayedEndpointParts = {
  readonly spec: RunSpec
  readonly line: MainLine
  readonly clock: Clock
  readonly ids: Ids
  /** Bytes of an answer came. */
  readonly onBytes: () => void
}

/** Where a run asks. The breaker is main's: it says with which endpoint to go on. A stop ends the wait. */
export function relayedEndpoint({ spec, line, clock, ids, onBytes }: RelayedEndpointParts): Endpoint {
  const { temperature, images } = spec
  const given = { clock, ids, onBytes, images, ...(temperature === undefined ? {} : { temperature }) }
  const modelOf = (endpoint: ModelEndpoint): Model => createModel({ endpoint, ...given })
  return followEndpoint(modelOf(spec.endpoint), async (failure, signal) => {
    const next = await orWhenStopped(line.ask('endpoint.refused', failure), signal, null)
    return next && modelOf(next)
  })
}
