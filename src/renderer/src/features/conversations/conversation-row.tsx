import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationView } from '../../../../shared/conversation.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { StatusMark } from '../../components/status-mark.tsx'
import { ago } from '../../lib/figures.ts'
import { attentionOf, markOf } from './attention.ts'
import styles from './conversation-row.module.css'

type Props = {
  readonly conversation: ConversationView
  readonly chosen: boolean
  readonly now: number
  readonly onChoose: (id: ConversationId) => void
}

/** What the mark says, in words; where there is no mark, when something last happened. */
function useMeta(conversation: ConversationView, now: number): string {
  const { t } = useTranslation()
  switch (attentionOf(conversation)) {
    case 'needsYou':
      return t('sidebar.questions', { count: conversation.needsYou })
    case 'running':
      return conversation.liveRuns > 0
        ? t('sidebar.liveRuns', { count: conversation.liveRuns })
        : t('sidebar.answering')
    case 'unread':
      if (conversation.failure !== null) return t('sidebar.failed')
      return ago(t, now - conversation.updatedAt)
    case null:
      return ago(t, now - conversation.updatedAt)
  }
}

/** One conversation: its mark, its title, and why it stands where it stands. */
export const ConversationRow = memo(function ConversationRow({ conversation, chosen, now, onChoose }: Props) {
  const { t } = useTranslation()
  const mark = markOf(conversation)
  const meta = useMeta(conversation, now)
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-testid="conversation-row"
        data-conversation={conversation.id}
        data-attention={attentionOf(conversation) ?? 'none'}
        aria-current={chosen ? 'page' : undefined}
        onClick={() => onChoose(conversation.id)}
      >
        {mark !== null && <StatusMark status={mark} worded={false} />}
        <span className={styles.title}>
          {conversation.title === '' ? t('sidebar.untitled') : conversation.title}
        </span>
        <span className={`${styles.meta} figures`}>{meta}</span>
      </button>
    </li>
  )
})
