import type { Handlers } from '../../../shared/calls.ts'
import type { Feed } from '../feed.ts'
import { agentHandlers } from './agents.ts'
import { approvalHandlers } from './approvals.ts'
import { breakerHandlers } from './breakers.ts'
import { budgetHandlers } from './budgets.ts'
import { conversationHandlers } from './conversation.ts'
import { demoHandlers } from './demo.ts'
import { delegationHandlers } from './delegation.ts'
import { folderHandlers } from './folders.ts'
import { hostHandlers } from './host.ts'
import { modelHandlers } from './models.ts'
import type { HostServices } from './services.ts'
import { settingsHandlers } from './settings.ts'

/** Answers to the calls of one window, which `feed` tells what changes. */
export const createHandlers = (services: HostServices, feed: Feed): Handlers => ({
  ...hostHandlers(services, feed),
  ...conversationHandlers(services, feed),
  ...folderHandlers(services),
  ...demoHandlers(services),
  ...delegationHandlers(services, feed),
  ...agentHandlers(services),
  ...approvalHandlers(services),
  ...breakerHandlers(services),
  ...budgetHandlers(services),
  ...modelHandlers(services),
  ...settingsHandlers(services),
})
