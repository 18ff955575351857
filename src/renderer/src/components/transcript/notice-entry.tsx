import { useTranslation } from 'react-i18next'
import type { ContentOf } from '../../../../shared/entry.ts'
import { StatusMark } from '../status-mark.tsx'
import styles from './streaming-message.module.css'

/** What the app told the agent about its own work, in the words that the agent reads. */
export function NoticeEntry({ content }: { readonly content: ContentOf<'notice'> }) {
  const { t } = useTranslation()
  return (
    <p className={styles.waiting} data-testid="notice">
      <StatusMark status={{ icon: 'half-disc', tone: 'waiting', word: 'running' }} worded={false} />
      {t('thread.noticed', { text: content.text })}
    </p>
  )
}
