import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/icon-button.tsx'
import { FailureEntry } from '../../components/transcript/failure-entry.tsx'
import { isComposing } from '../../lib/shortcut.ts'
import styles from './composer.module.css'
import type { Draft } from './drafts-store.ts'

type Props = {
  readonly draft: Draft
  readonly answering: boolean
  /** Another subject takes the focus to the field. */
  readonly subject: string
  readonly onType: (text: string) => void
  readonly onSend: (text: string) => void
  readonly onStop: () => void
  /** Mode, model and the like. */
  readonly chips: ReactNode
}

/** Grows with its text, up to a share of the window that the style sets. */
function useAutoHeight(text: string) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])
  return field
}

/** Where a person writes. Enter sends, unless an input method still composes; Shift and Enter make a new line. */
export function Composer({ draft, answering, subject, onType, onSend, onStop, chips }: Props) {
  const { t } = useTranslation()
  const field = useAutoHeight(draft.text)
  useEffect(() => field.current?.focus(), [field, subject])
  const canSend = draft.text.trim() !== ''
  const send = () => {
    if (canSend) onSend(draft.text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    send()
  }
  return (
    <div className={styles.dock}>
      {draft.problem !== null && (
        <div className={styles.problem} role="alert" data-testid="send-problem">
          <FailureEntry error={draft.problem} />
        </div>
      )}
      <div
        className={styles.composer}
        onMouseDown={(event) => event.target === event.currentTarget && field.current?.focus()}
      >
        <textarea
          ref={field}
          className={styles.field}
          data-testid="composer"
          data-pane-start
          rows={1}
          value={draft.text}
          aria-label={t('composer.label')}
          placeholder={answering ? t('composer.placeholderRunning') : t('composer.placeholder')}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.foot}>
          {chips}
          <span className={styles.space} />
          {answering && (
            <IconButton
              label={t('composer.stop')}
              className={styles.stop}
              data-testid="stop"
              onClick={onStop}
            >
              <Square size={12} strokeWidth={2} fill="currentColor" />
            </IconButton>
          )}
          <IconButton
            label={t('composer.send')}
            className={styles.send}
            data-testid="send"
            disabled={!canSend}
            onClick={send}
          >
            <ArrowUp size={16} strokeWidth={2} />
          </IconButton>
        </div>
      </div>
    </div>
  )
}
