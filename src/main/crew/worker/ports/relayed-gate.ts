import type { PermissionGate } from '../../../core/agent/ports.ts'
import type { MainLine } from '../main-line.ts'
import { orWhenStopped } from './or-when-stopped.ts'

/** Main decides, and asks people if it must. A stop is a no. */
export const relayedGate = (line: MainLine): PermissionGate => ({
  decide: (call, signal) => orWhenStopped(line.ask('permission.decide', { call }), signal, STOPPED),
})

const STOPPED = { outcome: 'deny', reason: 'Not run: stopped before it began.' } as const
