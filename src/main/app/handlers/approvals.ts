import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const approvalHandlers = ({ approvals }: HostServices): Room<'approval'> => ({
  'approval.answer': (answer) => approvals.answer(answer),
})
