import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { isComposing } from '../../lib/shortcut.ts'
import styles from './edit-field.module.css'

type Props = {
  readonly text: string
  /** The word on the button that accepts. */
  readonly accept: string
  readonly onAccept: (text: string) => void
  readonly onCancel: () => void
}

/** A message as a field. Enter accepts, unless an input method still composes; Esc leaves it as it was. */
export function EditField({ text, accept, onAccept, onCancel }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(text)
  const isReady = draft.trim() !== ''
  const finish = () => {
    if (isReady) onAccept(draft)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    finish()
  }
  return (
    <div className={styles.frame} data-editing>
      <textarea
        className={styles.field}
        data-testid="edit-field"
        autoFocus
        rows={1}
        value={draft}
        aria-label={t('composer.label')}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.foot}>
        <Button look="quiet" data-testid="edit-cancel" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
        <Button look="primary" disabled={!isReady} data-testid="edit-accept" onClick={finish}>
          {accept}
        </Button>
      </div>
    </div>
  )
}
