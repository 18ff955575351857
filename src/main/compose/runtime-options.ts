import type { BreakerView } from '../../shared/breaker.ts'
import type { BudgetView } from '../../shared/budget.ts'
import type { ConversationView } from '../../shared/conversation.ts'
import type { DeliveryView } from '../../shared/delegation.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Language } from '../../shared/locales/catalogue.ts'
import type { Network } from '../../shared/network.ts'
import type { Announce } from '../../shared/events.ts'
import type { Secrets } from '../app/settings/secrets.ts'
import type { SettingsStore } from '../app/settings/settings-file.ts'
import type { ChildOptions, LaunchChild } from '../platform/child.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'

/** What a face gives the runtime to stand on. */
export type RuntimeOptions = {
  readonly dataFolder: string
  readonly home: string
  /** Files that ship with the app and are read at run time. */
  readonly resources: string
  /** The person's, for what is written into a conversation on their behalf. */
  readonly language: () => Language
  readonly settings: SettingsStore
  readonly secrets: Secrets
  /** The way out to the network; null: straight. */
  readonly network: Network | null
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  /** Takes the secrets out of a line. */
  readonly redact: (line: string) => string
  readonly launch: LaunchChild
  readonly surroundings: Pick<ChildOptions, 'env' | 'cwd'>
  readonly announce: Announce
  /** Whether runs of this conversation are this process's to begin: a command does its own job and no other. */
  readonly mayBegin: (id: ConversationId) => boolean
  /** Results came in for a conversation. For notifications; whoever needs the truth asks the ledger. */
  readonly onDelivery: (delivery: DeliveryView) => void
  /** Whether somebody can see to an open breaker; without, agents give up at the refusal. */
  readonly isAttended: boolean
  /** An endpoint refuses us, and this conversation was the first to meet it. For one notification. */
  readonly onBreakerOpened: (breaker: BreakerView, conversationId: ConversationId) => void
  /** A conversation has used what it may use today. For one notification. */
  readonly onBudgetSpent: (budget: BudgetView) => void
  /** A turn ended; the conversation as it is now. For notifications. */
  readonly onTurnEnded: (conversation: ConversationView) => void
}
