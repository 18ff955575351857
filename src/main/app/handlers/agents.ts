import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const agentHandlers = ({ agents }: HostServices): Room<'agents'> => ({
  'agents.list': ({ folder }) => agents.list(folder),
})
