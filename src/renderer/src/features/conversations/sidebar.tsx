import { PanelLeft, Plus, Settings } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ConversationView } from '../../../../shared/conversation.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { baseName } from '../../lib/base-name.ts'
import { useNow } from '../../lib/use-now.ts'
import { sectionsOf } from './attention.ts'
import { ConversationRow } from './conversation-row.tsx'
import type { ConversationsStore } from './conversations-store.ts'
import styles from './sidebar.module.css'

type Props = {
  readonly store: ConversationsStore
  readonly chosen: ConversationId | null
  readonly settingsShown: boolean
  readonly onChoose: (id: ConversationId) => void
  readonly onNew: () => void
  readonly onSettings: () => void
  readonly onHide: () => void
}

type SectionProps = Pick<Props, 'chosen' | 'onChoose'> & {
  readonly title: string
  readonly hint?: string | undefined
  readonly conversations: readonly ConversationView[]
  readonly now: number
}

/** A heading with its rows; nothing at all when there are none. */
function Section({ title, hint, conversations, chosen, now, onChoose }: SectionProps) {
  if (conversations.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading} title={hint}>
        {title}
      </h2>
      <ul>
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            chosen={conversation.id === chosen}
            now={now}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </section>
  )
}

/** All conversations by attention: what needs a person, what runs, what is done and unread, then the rest by folder. */
export function Sidebar({ store, chosen, settingsShown, onChoose, onNew, onSettings, onHide }: Props) {
  const { t } = useTranslation()
  const byId = useStore(store, (state) => state.byId)
  const sections = useMemo(() => sectionsOf(byId.values()), [byId])
  const now = useNow(60_000)
  const shared = { chosen, now, onChoose }
  return (
    <div className={styles.sidebar}>
      <div className={`${styles.head} pane-head`}>
        <button type="button" className={styles.action} data-testid="new-conversation" onClick={onNew}>
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('sidebar.newConversation')}
        </button>
        <IconButton label={t('sidebar.hide')} data-testid="hide-sidebar" onClick={onHide}>
          <PanelLeft size={16} strokeWidth={1.5} />
        </IconButton>
      </div>
      <div className={styles.list} tabIndex={-1}>
        <Section title={t('sidebar.needsYou')} conversations={sections.needsYou} {...shared} />
        <Section title={t('sidebar.running')} conversations={sections.running} {...shared} />
        <Section title={t('sidebar.unread')} conversations={sections.unread} {...shared} />
        {sections.folders.map(({ folder, conversations }) => (
          <Section
            key={folder ?? ''}
            title={folder === null ? t('sidebar.noFolder') : baseName(folder)}
            hint={folder ?? undefined}
            conversations={conversations}
            {...shared}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.action}
          data-testid="open-settings"
          aria-current={settingsShown ? 'page' : undefined}
          onClick={onSettings}
        >
          <Settings size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('sidebar.settings')}
        </button>
      </div>
    </div>
  )
}
