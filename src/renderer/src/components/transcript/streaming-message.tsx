import { useTranslation } from 'react-i18next'
import type { Partial } from '../../../../shared/calls.ts'
import { StreamingMarkdown } from '../markdown.tsx'
import { StatusMark } from '../status-mark.tsx'
import article from './article-view.module.css'
import message from './assistant-message.module.css'
import styles from './streaming-message.module.css'
import { Thinking } from './thinking.tsx'

/** What a model is writing right now; before the first word, that it is waited for. */
export function StreamingMessage({ partial }: { readonly partial: Partial }) {
  const { t } = useTranslation()
  return (
    <div className={article.article} data-testid="streaming">
      <div className={message.message}>
        <Thinking text={partial.thinking} />
        {partial.text !== '' && <StreamingMarkdown text={partial.text} />}
        {partial.text === '' && partial.thinking === '' && (
          <span className={styles.waiting}>
            <StatusMark status={{ icon: 'dot-in-ring', tone: 'running', word: 'running' }} worded={false} />
            {t('thread.answering')}
          </span>
        )}
      </div>
    </div>
  )
}
