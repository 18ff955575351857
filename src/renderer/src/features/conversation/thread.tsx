import { ArrowDown } from 'lucide-react'
import { memo, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArticleView } from '../../components/transcript/article-view.tsx'
import type { ArticleSlots } from '../../components/transcript/slots.ts'
import { StreamingMessage } from '../../components/transcript/streaming-message.tsx'
import { createFold, hasOpenCall } from '../../lib/articles.ts'
import type { ThreadStore } from './thread-store.ts'
import styles from './thread.module.css'
import { useThreadScroll } from './use-thread-scroll.ts'

type Props = {
  readonly store: ThreadStore
  /** Whether the conversation's own turn is under way. */
  readonly answering: boolean
  readonly slots: ArticleSlots
  /** Questions and notes that stand after the last message; null: none. */
  readonly tail: ReactNode
  readonly onNearStart: () => void
}

const STREAMING = 'streaming'
const TAIL = 'tail'

/** Redrawn with every piece of streamed text; nothing else in the thread is. */
const Streaming = memo(function Streaming({ store }: { readonly store: ThreadStore }) {
  const partial = useStore(store, (state) => state.journal.value.partial)
  return <StreamingMessage partial={partial} />
})

function useRows({ store, answering, tail }: Pick<Props, 'store' | 'answering' | 'tail'>) {
  const entries = useStore(store, (state) => state.journal.value.entries)
  const hasPartial = useStore(
    store,
    ({ journal: { value } }) => value.partial.text + value.partial.thinking !== '',
  )
  const [fold] = useState(createFold)
  const articles = useMemo(() => fold(entries), [fold, entries])
  const last = articles.at(-1)
  // While its tools work the model says nothing: their own lines tell what is waited for.
  const isWaiting = answering && (hasPartial || last === undefined || !hasOpenCall(last))
  const hasTail = tail !== null
  const keys = useMemo(
    () => [
      ...articles.map(({ entry }) => entry.id as string),
      ...(isWaiting ? [STREAMING] : []),
      ...(hasTail ? [TAIL] : []),
    ],
    [articles, isWaiting, hasTail],
  )
  return { articles, keys }
}

/** The messages of a conversation; drawn as far as they are near the screen, however many there are. */
export function Thread({ store, answering, slots, tail, onNearStart }: Props) {
  const { t } = useTranslation()
  const conversationId = useStore(store, (state) => state.conversationId)
  const hasOlder = useStore(store, (state) => state.journal.value.hasOlder)
  const { articles, keys } = useRows({ store, answering, tail })
  const near = useCallback(() => void (hasOlder && onNearStart()), [hasOlder, onNearStart])
  const { scroller, virtualizer, atEnd, onScroll, onClickCapture, toEnd } = useThreadScroll({
    keys,
    subject: conversationId,
    onNearStart: near,
  })
  const total = hasOlder ? -1 : articles.length

  const draw = (index: number): ReactNode => {
    const article = articles[index]
    if (article === undefined) return keys[index] === STREAMING ? <Streaming store={store} /> : tail
    const live = answering && index === articles.length - 1
    return <ArticleView article={article} position={index + 1} total={total} live={live} slots={slots} />
  }

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={t('thread.label')}
        aria-busy={answering}
        tabIndex={0}
        data-testid="thread"
        data-thread
        onScroll={onScroll}
        onClickCapture={onClickCapture}
      >
        <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((row) => (
            <div
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              className={styles.row}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {draw(row.index)}
            </div>
          ))}
        </div>
        {/* Inside what scrolls, so that a wheel over it still scrolls. */}
        {!atEnd && (
          <div className={styles.dock}>
            <button type="button" className={styles.latest} data-testid="latest" onClick={toEnd}>
              <ArrowDown size={14} strokeWidth={1.5} aria-hidden="true" />
              {t('thread.latest')}
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
