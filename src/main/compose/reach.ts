import { join } from 'node:path'
import type { BreakerView } from '../../shared/breaker.ts'
import type { BudgetView } from '../../shared/budget.ts'
import type { ConversationView } from '../../shared/conversation.ts'
import type { DeliveryView } from '../../shared/delegation.ts'
import type { HostEvent } from '../../shared/events.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { createNotifier } from '../app/reach/notifier.ts'
import { createNotificationShower, showNotification } from '../app/reach/system-notification.ts'
import { tellOfTray } from '../app/reach/tray-notice.ts'
import { openTray } from '../app/reach/tray.ts'
import type { SystemTexts } from '../app/texts.ts'
import { disposable } from '../platform/disposables.ts'
import type { Foundation } from './foundation.ts'
import type { Host } from './host.ts'
import { RESOURCES } from './places.ts'
import type { Runtime } from './runtime.ts'

export type ReachParts = {
  readonly foundation: Foundation
  readonly runtime: Runtime
  readonly texts: SystemTexts
  readonly host: Host
}

/** Tray and notifications: how a person who looks elsewhere is reached. All of it is read from rows. */
export type Reach = Disposable & {
  announce(event: HostEvent): void
  delivered(delivery: DeliveryView): void
  turnEnded(conversation: ConversationView): void
  breakerOpened(breaker: BreakerView, conversationId: ConversationId): void
  budgetSpent(budget: BudgetView): void
  settingsChanged(): void
  /** The window was closed, and everything goes on. */
  hidden(): void
}

const ICONS = join(RESOURCES, 'icons')

/** Events after which the tray may look different. */
const REDRAWS: readonly HostEvent['type'][] = [
  'conversation.changed',
  'run.changed',
  'approval.changed',
  'settings.changed',
  'system.changed',
]

export function openReach({ foundation, runtime, texts, host }: ReachParts): Reach {
  const { clock, logger, settings } = foundation
  const icon = join(ICONS, 'app.png')
  const show = createNotificationShower({
    icon,
    logger,
    onClick: ({ conversationId, runId }) => host.reveal(conversationId, runId),
  })
  const notifier = createNotifier({
    clock,
    texts,
    show,
    switches: () => settings.current().notifications,
    isLookedAt: host.isLookedAt,
  })
  const tray = openTray({
    iconFolder: ICONS,
    clock,
    logger,
    texts,
    rows: () => ({
      conversations: runtime.conversations.list(),
      runs: runtime.delegations.live(),
      approvals: runtime.approvals.pending(),
      paused: settings.current().delegation.paused,
    }),
    actions: {
      reveal: host.reveal,
      stopRun: (id) => void runtime.delegations.stopRun(id),
      stopTurn: (id) => void runtime.conversations.stop(id),
      setPaused: (value) =>
        void settings
          .change([{ path: 'delegation.paused', value }])
          .catch((error: unknown) => logger.error('delegation.not_paused', { error })),
      newConversation: () => void runtime.conversations.create(null).then(({ id }) => host.reveal(id, null)),
      show: () => host.welcome(null),
      quit: () => void host.quit.ask(),
    },
  })
  return {
    announce(event) {
      if (REDRAWS.includes(event.type)) tray.refresh()
      if (event.type === 'approval.changed') notifier.approvalChanged(event.approval)
      if (event.type === 'budget.changed') notifier.budgetsChanged(event.budgets)
      if (event.type === 'breaker.changed') notifier.breakersChanged(event.breakers)
    },
    delivered: ({ runIds }) =>
      notifier.delegationEnded(runIds.map((id) => runtime.delegations.openRun(id).run)),
    turnEnded: (conversation) => notifier.turnEnded(conversation),
    breakerOpened: (breaker, conversationId) => notifier.breakerOpened(breaker, conversationId),
    budgetSpent: (budget) => notifier.budgetSpent(budget),
    settingsChanged: () => tray.refresh(),
    hidden: () =>
      tellOfTray({
        memory: host.memory,
        texts,
        show: (text) =>
          void showNotification({ icon, logger }, { ...text, isSilent: false }, () => host.welcome(null)),
      }),
    ...disposable(() => {
      tray[Symbol.dispose]()
      notifier[Symbol.dispose]()
    }),
  }
}
