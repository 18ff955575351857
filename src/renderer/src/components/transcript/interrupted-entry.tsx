import { useTranslation } from 'react-i18next'
import type { ContentOf } from '../../../../shared/entry.ts'
import { Markdown } from '../markdown.tsx'
import { StatusMark } from '../status-mark.tsx'
import message from './assistant-message.module.css'
import styles from './streaming-message.module.css'
import { Thinking } from './thinking.tsx'

/** What could be seen of an answer that never ended. */
export function InterruptedEntry({ content }: { readonly content: ContentOf<'interrupted'> }) {
  const { t } = useTranslation()
  return (
    <div className={message.message} data-testid="interrupted">
      <Thinking text={content.thinking} />
      {content.text !== '' && <Markdown text={content.text} />}
      <span className={styles.waiting}>
        <StatusMark status={{ icon: 'bolt', tone: 'waiting', word: 'interrupted' }} worded={false} />
        {t('thread.interrupted')}
      </span>
    </div>
  )
}
