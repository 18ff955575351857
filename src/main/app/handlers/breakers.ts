import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const breakerHandlers = ({ breakers }: HostServices): Room<'breaker'> => ({
  'breaker.resume': ({ breakerId }) => breakers.resume(breakerId),
})
