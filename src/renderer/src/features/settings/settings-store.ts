import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HostSnapshot } from '../../../../shared/calls.ts'
import type { HostEvent } from '../../../../shared/events.ts'
import { DEFAULT_SETTINGS } from '../../../../shared/settings.ts'
import type { NumberedEvent } from '../../lib/feed.ts'

/** What is set, how the key is kept, and what the system says. */
export type SettingsState = Pick<HostSnapshot, 'settings' | 'key' | 'system'>
export type SettingsStore = StoreApi<SettingsState>

export const settingsOf = ({ settings, key, system }: HostSnapshot): SettingsState => ({
  settings,
  key,
  system,
})

/** Pure: the next state after one event. */
export function reduceSettings(state: SettingsState, event: HostEvent): SettingsState {
  if (event.type === 'settings.changed') return { ...state, settings: event.settings, key: event.key }
  if (event.type === 'system.changed') return { ...state, system: event.system }
  return state
}

export const createSettingsStore = (): SettingsStore =>
  createStore(() => ({
    settings: DEFAULT_SETTINGS,
    key: { present: false, origin: '', storage: 'none' },
    system: { dark: false, language: 'en', platform: '', version: '' },
  }))

/** Reduces a batch in one step. */
export const applyToSettings = (store: SettingsStore, events: readonly NumberedEvent[]): void =>
  store.setState((state) => events.reduce((current, { event }) => reduceSettings(current, event), state))
