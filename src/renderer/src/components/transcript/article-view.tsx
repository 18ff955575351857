import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { assertNever } from '../../../../shared/errors.ts'
import type { Article } from '../../lib/articles.ts'
import styles from './article-view.module.css'
import { AssistantMessage } from './assistant-message.tsx'
import { DeliveryEntry } from './delivery-entry.tsx'
import { FailureEntry } from './failure-entry.tsx'
import { InterruptedEntry } from './interrupted-entry.tsx'
import { NoticeEntry } from './notice-entry.tsx'
import type { ArticleSlots } from './slots.ts'

type Props = {
  readonly article: Article
  /** Place among all, from 1; `total` is -1 while older ones are not loaded. */
  readonly position: number
  readonly total: number
  /** Whether calls without outcome are under way. */
  readonly live: boolean
  readonly slots: ArticleSlots
}

function Content({ article, live, slots }: Pick<Props, 'article' | 'live' | 'slots'>) {
  const { content } = article.entry
  switch (content.kind) {
    case 'user':
      return <p className={styles.user}>{content.text}</p>
    case 'assistant':
      return <AssistantMessage content={content} calls={article.calls} live={live} slots={slots} />
    case 'delivery':
      return <DeliveryEntry content={content}>{slots.delivery(content)}</DeliveryEntry>
    case 'interrupted':
      return <InterruptedEntry content={content} />
    case 'notice':
      return <NoticeEntry content={content} />
    case 'failure':
      return <FailureEntry error={content}>{slots.failureActions(content, article.entry)}</FailureEntry>
    case 'tool_result': // Stands with its call.
      return null
    default:
      return assertNever(content)
  }
}

/** One article of a journal. Drawn again only when something in it happened. */
export const ArticleView = memo(function ArticleView({ article, position, total, live, slots }: Props) {
  const { t } = useTranslation()
  const { kind } = article.entry.content
  return (
    <article
      className={styles.article}
      data-testid="message"
      data-kind={kind}
      data-bare={kind === 'assistant' && article.entry.content.text === '' ? '' : undefined}
      aria-label={kind === 'user' ? t('thread.you') : t('thread.agent')}
      aria-posinset={position}
      aria-setsize={total}
      tabIndex={-1}
    >
      <Content article={article} live={live} slots={slots} />
      {slots.messageActions(article.entry)}
    </article>
  )
})
