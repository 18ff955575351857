import { EventEmitter, setMaxListeners } from 'node:events'
import { onTestFinished } from 'vitest'

/**
 * Whatever this process is warned of from here to the end of the test. Signals warn when listeners pile up on them, as
 * they do in the runtime that the app comes with; newer ones keep quiet about it.
 */
export function collectWarnings(): readonly string[] {
  const warnings: string[] = []
  const keep = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`)
  const { AbortController, AbortSignal } = globalThis
  const anyOf = AbortSignal.any
  process.on('warning', keep)
  globalThis.AbortController = class extends AbortController {
    constructor() {
      super()
      setMaxListeners(EventEmitter.defaultMaxListeners, this.signal)
    }
  }
  AbortSignal.any = (signals) => {
    const signal = anyOf.call(AbortSignal, signals)
    setMaxListeners(EventEmitter.defaultMaxListeners, signal)
    return signal
  }
  onTestFinished(() => {
    process.off('warning', keep)
    globalThis.AbortController = AbortController
    AbortSignal.any = anyOf
  })
  return warnings
}
