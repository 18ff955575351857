import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const modelHandlers = ({ models }: HostServices): Room<'models'> => ({
  'models.detect': () => models.detect(),
  'models.probe': (endpoint) => models.probe(endpoint),
})
