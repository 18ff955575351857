import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const settingsHandlers = ({ settings, secrets, models }: HostServices): Room<'settings'> => ({
  'settings.change': ({ changes }) => settings.change(changes),
  'settings.setKey': ({ baseUrl, key }) => secrets.setKey(baseUrl, key),
  'settings.testModel': (endpoint) => models.test(endpoint),
  'settings.listModels': (endpoint) => models.list(endpoint),
})
