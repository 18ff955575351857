import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArticleView } from '../../components/transcript/article-view.tsx'
import { FailureEntry } from '../../components/transcript/failure-entry.tsx'
import { NO_SLOTS } from '../../components/transcript/slots.ts'
import { StreamingMessage } from '../../components/transcript/streaming-message.tsx'
import { createFold, hasOpenCall } from '../../lib/articles.ts'
import { usePinnedToEnd } from '../../lib/use-pinned-to-end.ts'
import type { RunJournalStore } from './run-journal-store.ts'
import styles from './run-transcript.module.css'

type Props = {
  readonly store: RunJournalStore
  /** Whether the run still works. */
  readonly live: boolean
}

/** What the model writes; while tools work it says nothing, and their own lines tell what is waited for. */
function Writing({ store, toolsWork }: { readonly store: RunJournalStore; readonly toolsWork: boolean }) {
  const partial = useStore(store, (state) => state.journal.value.partial)
  if (toolsWork && partial.text === '' && partial.thinking === '') return null
  return <StreamingMessage partial={partial} />
}

/** The journal of one run as it grows. */
export function RunTranscript({ store, live }: Props) {
  const { t } = useTranslation()
  const phase = useStore(store, (state) => state.phase)
  const error = useStore(store, (state) => state.error)
  const entries = useStore(store, (state) => state.journal.value.entries)
  const [fold] = useState(createFold)
  const articles = useMemo(() => fold(entries), [fold, entries])
  const last = articles.at(-1)
  const { scroller, content, onScroll, onClickCapture } = usePinnedToEnd()
  return (
    <div
      ref={scroller}
      className={styles.transcript}
      data-testid="transcript"
      role="log"
      aria-live="off"
      aria-label={t('work.transcript')}
      tabIndex={0}
      onScroll={onScroll}
      onClickCapture={onClickCapture}
    >
      <div ref={content} className={styles.content}>
        {error !== null && <FailureEntry error={error} />}
        {articles.map((article, index) => (
          <ArticleView
            key={article.entry.id}
            article={article}
            position={index + 1}
            total={articles.length}
            live={live && index === articles.length - 1}
            slots={NO_SLOTS}
          />
        ))}
        {live && phase === 'open' && (
          <Writing store={store} toolsWork={last !== undefined && hasOpenCall(last)} />
        )}
        {!live && phase === 'open' && articles.length === 0 && (
          <p className={styles.empty}>{t('work.nothingYet')}</p>
        )}
      </div>
    </div>
  )
}
