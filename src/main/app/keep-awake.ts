import type { Settings } from '../../shared/settings.ts'

export type KeepAwakePorts = {
  readonly choice: () => Settings['delegation']['keepAwake']
  readonly isAtWork: () => boolean
  readonly isOnBattery: () => boolean
  /** Keeps the system, not the display, from falling asleep until it is disposed of. */
  readonly hold: () => Disposable
}

/** Keeps the system awake while there is work that its sleep would cut off. Disposed: lets it sleep. */
export type KeepAwake = Disposable & {
  /** Something may be another: the work, the power, or the setting. */
  look(): void
}

export function createKeepAwake({ choice, isAtWork, isOnBattery, hold }: KeepAwakePorts): KeepAwake {
  let held: Disposable | null = null
  const mayHold = (): boolean => choice() === 'always' || (choice() === 'onMains' && !isOnBattery())
  const letGo = (): void => {
    held?.[Symbol.dispose]()
    held = null
  }
  return {
    look() {
      if (mayHold() && isAtWork()) held ??= hold()
      else letGo()
    },
    [Symbol.dispose]: letGo,
  }
}
