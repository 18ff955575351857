import { useState } from 'react'
import { toAppError, type WireError } from '../../../../shared/errors.ts'
import type { ToolAbility } from '../../../../shared/found-models.ts'
import type { ModelProbe } from '../../../../shared/settings.ts'
import type { Host } from '../../lib/host.ts'

type Subject = {
  readonly baseUrl: string
  readonly name: string
  /** A key that is not kept yet; null: the stored one. */
  readonly typedKey: string | null
  readonly probes: readonly ModelProbe[]
  readonly host: Host
}

export type ToolProbeState = {
  readonly asking: boolean
  readonly error: WireError | null
  /** What was seen, now or earlier; undefined: nobody has looked. */
  readonly known: ToolAbility | undefined
  ask(): Promise<void>
  /** Asks unless somebody has looked before. */
  askOnce(): Promise<void>
}

/** Whether a model calls tools: what is remembered of it, and a way to find out. */
export function useToolProbe({ baseUrl, name, typedKey, probes, host }: Subject): ToolProbeState {
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState<{ readonly of: string; readonly error: WireError } | null>(null)
  const subject = `${baseUrl} ${name}`
  const known = probes.find((probe) => probe.baseUrl === baseUrl && probe.name === name)?.tools
  const ask = async () => {
    setAsking(true)
    setFailed(null)
    try {
      const { error } = await host.call('models.probe', { baseUrl, name, key: typedKey })
      if (error !== null) setFailed({ of: subject, error })
    } catch (thrown) {
      setFailed({ of: subject, error: toAppError(thrown).toWire() })
    } finally {
      setAsking(false)
    }
  }
  const error = failed?.of === subject ? failed.error : null // what was said of another model is not said of this one
  return { asking, error, known, ask, askOnce: async () => (known === undefined ? ask() : undefined) }
}
