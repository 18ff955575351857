import { Fragment } from 'react'
import type { ContentOf } from '../../../../shared/entry.ts'
import type { CallItem } from '../../lib/articles.ts'
import { Markdown } from '../markdown.tsx'
import styles from './assistant-message.module.css'
import type { ArticleSlots } from './slots.ts'
import { ToolCard } from './tool-card.tsx'
import { Thinking } from './thinking.tsx'

type Props = {
  readonly content: ContentOf<'assistant'>
  readonly calls: readonly CallItem[]
  readonly live: boolean
  readonly slots: ArticleSlots
}

function Call({ item, live, slots }: { item: CallItem; live: boolean; slots: ArticleSlots }) {
  return (
    <>
      {slots.callCard(item, live) ?? <ToolCard item={item} live={live} />}
      {item.result === null && slots.belowCall(item)}
    </>
  )
}

/** What the model said, and beneath it the calls it made. */
export function AssistantMessage({ content, calls, live, slots }: Props) {
  return (
    <div className={styles.message}>
      <Thinking text={content.thinking} />
      {content.text !== '' && <Markdown text={content.text} />}
      {calls.length > 0 && (
        <div className={styles.calls}>
          {calls.map((item) => (
            <Fragment key={item.call.id}>
              <Call item={item} live={live} slots={slots} />
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}
