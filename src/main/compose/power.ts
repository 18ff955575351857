import { powerMonitor, powerSaveBlocker } from 'electron'
import type { HostEvent } from '../../shared/events.ts'
import { createKeepAwake } from '../app/keep-awake.ts'
import { disposable } from '../platform/disposables.ts'
import type { Foundation } from './foundation.ts'
import type { Runtime } from './runtime.ts'

/** What the machine's sleep has to do with us, in both directions. */
export type Power = Disposable & {
  announce(event: HostEvent): void
  settingsChanged(): void
}

/** Keeps the system awake for runs, and tells them that it slept. To be called after `ready`. */
export function openPower({ settings }: Foundation, runtime: Runtime): Power {
  const keep = createKeepAwake({
    choice: () => settings.current().delegation.keepAwake,
    isAtWork: runtime.isAtWork,
    isOnBattery: () => powerMonitor.isOnBatteryPower(),
    hold() {
      const id = powerSaveBlocker.start('prevent-app-suspension')
      return disposable(() => powerSaveBlocker.stop(id))
    },
  })
  const resumed = (): void => runtime.resumed()
  const changed = (): void => keep.look()
  powerMonitor.on('resume', resumed)
  powerMonitor.on('on-ac', changed)
  powerMonitor.on('on-battery', changed)
  keep.look()
  return {
    announce({ type }) {
      if (type === 'run.changed') keep.look()
    },
    settingsChanged: changed,
    ...disposable(() => {
      powerMonitor.off('resume', resumed)
      powerMonitor.off('on-ac', changed)
      powerMonitor.off('on-battery', changed)
      keep[Symbol.dispose]()
    }),
  }
}
