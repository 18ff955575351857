import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isComposing } from '../../lib/shortcut.ts'
import styles from './title.module.css'

type Props = { readonly title: string; readonly onRename: (title: string) => void }

/** The conversation's title; a click makes it a field. Esc leaves it as it was. */
export function Title({ title, onRename }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const shown = title === '' ? t('sidebar.untitled') : title

  if (draft === null)
    return (
      <h1 className={styles.heading}>
        <button
          type="button"
          className={styles.title}
          title={t('header.rename')}
          data-testid="title"
          onClick={() => setDraft(title)}
        >
          {shown}
        </button>
      </h1>
    )

  const finish = () => {
    const next = draft.trim()
    if (next !== '' && next !== title) onRename(next)
    setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') finish()
    if (event.key === 'Escape') {
      event.stopPropagation()
      setDraft(null)
    }
  }
  return (
    <input
      className={styles.field}
      data-testid="title-field"
      autoFocus
      value={draft}
      maxLength={200}
      aria-label={t('header.title')}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  )
}
