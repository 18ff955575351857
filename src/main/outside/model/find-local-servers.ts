import type { FoundServer } from '../../../shared/found-models.ts'
import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import { listModels } from './list-models.ts'

/** Where local servers listen unless told otherwise. Source: each one's documentation. */
export const LOCAL_SERVERS: readonly { readonly name: string; readonly port: number }[] = [
  { name: 'Ollama', port: 11_434 },
  { name: 'LM Studio', port: 1_234 },
  { name: 'llama.cpp', port: 8_080 },
  { name: 'Jan', port: 1_337 },
  { name: 'vLLM', port: 8_000 },
]

/** A server of this computer that says nothing for so long is not there. */
const PATIENCE_MS: Millis = 0.8 * SECOND

/** One that is busy saying so little is not there either. */
const LONGEST_MS: Millis = 3 * SECOND

/** Asks the usual ports of this computer, all at once, for their models. Sends no key and no prompt; never throws. */
export async function findLocalServers(clock: Clock, places = LOCAL_SERVERS): Promise<FoundServer[]> {
  const found = await Promise.all(places.map((place) => ask(clock, place)))
  return found.flat()
}

/** What answers with a list of models counts, whatever else may live on that port. */
async function ask(clock: Clock, { name, port }: (typeof LOCAL_SERVERS)[number]): Promise<FoundServer[]> {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const list = await listModels({
    endpoint: { kind: 'openai', baseUrl, key: '' },
    clock,
    signal: new AbortController().signal,
    quietMs: PATIENCE_MS,
    longestMs: LONGEST_MS,
  })
  return list.ok && list.models.length > 0 ? [{ name, baseUrl, models: [...list.models] }] : []
}
