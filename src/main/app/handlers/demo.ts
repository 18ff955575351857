import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const demoHandlers = ({ conversations }: HostServices): Room<'demo'> => ({
  async 'demo.start'() {
    const { conversation, task } = await conversations.createDemo()
    await conversations.send(conversation.id, task)
    return conversations.open(conversation.id).conversation
  },
})
