import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import { MOST_PROBES, type ModelProbe } from '../../shared/settings.ts'
import type { HostServices } from '../app/handlers/services.ts'
import type { SettingsStore } from '../app/settings/settings-file.ts'
import type { ModelFailure } from '../core/agent/ports.ts'
import { findLocalServers } from '../outside/model/find-local-servers.ts'
import { listModels } from '../outside/model/list-models.ts'
import { TEST_LONGEST_MS } from '../outside/model/policy.ts'
import { probeModel } from '../outside/model/probe-model.ts'
import { testModel } from '../outside/model/test-model.ts'
import { withDeadline } from '../outside/model/with-deadline.ts'
import type { Foundation } from './foundation.ts'
import { way } from './models.ts'

type Parts = Pick<Foundation, 'settings' | 'secrets' | 'network' | 'environmentKeys' | 'clock' | 'ids'>

/** What a page may ask of models before one is set up. Each is a real request, and none is made unasked. */
export function modelChecks({
  settings,
  secrets,
  network,
  environmentKeys,
  clock,
  ids,
}: Parts): HostServices['models'] {
  const endpointOf = (asked: { baseUrl: string; name: string; key: string | null }): ModelEndpoint => ({
    kind: 'openai',
    baseUrl: asked.baseUrl,
    model: asked.name,
    key: asked.key ?? secrets.keyFor(asked.baseUrl),
    ...way(network),
  })
  return {
    async test(asked) {
      const { latencyMs, reply, failure } = await withDeadline(clock, TEST_LONGEST_MS, (signal) =>
        testModel({ endpoint: endpointOf(asked), clock, ids, signal }),
      )
      return { ok: failure === null, latencyMs, reply, error: failure && toWire(failure) }
    },
    async list({ baseUrl, key }) {
      const endpoint = endpointOf({ baseUrl, name: '', key })
      const found = await listModels({ endpoint, clock, signal: new AbortController().signal })
      return found.ok
        ? { models: [...found.models], error: null }
        : { models: [], error: toWire(found.failure) }
    },
    detect: async () => ({
      servers: await findLocalServers(clock),
      keys: environmentKeys.map(({ variable, baseUrl }) => ({ variable, baseUrl })),
    }),
    async probe(asked) {
      const outcome = await withDeadline(clock, TEST_LONGEST_MS, (signal) =>
        probeModel({ endpoint: endpointOf(asked), clock, ids, signal }),
      )
      if (!outcome.ok) return { tools: null, error: toWire(outcome.failure) }
      await remember(settings, { baseUrl: asked.baseUrl, name: asked.name, tools: outcome.ability })
      return { tools: outcome.ability, error: null }
    },
  }
}

/** Nobody stops such a call but its deadline. */
const toWire = ({ code, details }: ModelFailure) => ({
  code: code === 'stopped' ? ('model_timeout' as const) : code,
  details,
})

/** The newest probe of a model holds. */
async function remember(settings: SettingsStore, probe: ModelProbe): Promise<void> {
  const others = settings
    .current()
    .model.probes.filter(({ baseUrl, name }) => baseUrl !== probe.baseUrl || name !== probe.name)
  await settings.change([{ path: 'model.probes', value: [...others, probe].slice(-MOST_PROBES) }])
}
