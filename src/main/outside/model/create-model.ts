import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { Model } from '../../core/agent/ports.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createDemoModel } from './demo-model.ts'
import { createOpenAiModel } from './openai-model.ts'

export type ModelParts = {
  readonly endpoint: ModelEndpoint
  readonly clock: Clock
  readonly ids: Ids
  /** Bytes of an answer came, whatever they hold. */
  readonly onBytes?: () => void
  /** Absent: the model's own. */
  readonly temperature?: number
  /** What the images in messages show: base64 by hash. */
  readonly images?: Readonly<Record<string, string>>
}

/** The model that an endpoint names; main and workers make it alike. */
export function createModel(parts: ModelParts): Model {
  const { endpoint, clock, ids } = parts
  switch (endpoint.kind) {
    case 'openai':
      return createOpenAiModel(parts)
    case 'demo':
      return createDemoModel({ name: endpoint.model, scriptPath: endpoint.baseUrl, clock, ids })
  }
}
