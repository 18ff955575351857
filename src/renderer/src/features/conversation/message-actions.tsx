import { ChevronLeft, ChevronRight, Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntryId } from '../../../../shared/ids.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { EditField } from './edit-field.tsx'
import styles from './message-actions.module.css'

type Props = {
  readonly id: EntryId
  /** The versions of this message, oldest first; null when it is the only one. */
  readonly versions: readonly EntryId[] | null
  /** The words of a person; null for anything else. */
  readonly text: string | null
  readonly canEdit: boolean
  readonly canRetry: boolean
  /** Whether another version can be shown now. */
  readonly canChoose: boolean
  readonly onEdit: (text: string) => void
  readonly onRetry: () => void
  readonly onChoose: (id: EntryId) => void
}

type SwitchProps = Pick<Props, 'id' | 'canChoose' | 'onChoose'> & { readonly versions: readonly EntryId[] }

/** Which version is on screen, and the way to its neighbours. */
function VersionSwitch({ id, versions, canChoose, onChoose }: SwitchProps) {
  const { t } = useTranslation()
  const place = versions.indexOf(id)
  const [before, after] = [versions[place - 1], versions[place + 1]]
  const figures = { number: place + 1, count: versions.length }
  return (
    <span className={styles.switch} data-testid="versions">
      <IconButton
        label={t('thread.olderVersion')}
        className={styles.step}
        disabled={!canChoose || before === undefined}
        data-testid="older-version"
        onClick={() => before !== undefined && onChoose(before)}
      >
        <ChevronLeft size={14} strokeWidth={1.5} />
      </IconButton>
      <span className="figures" role="img" aria-label={t('thread.version', figures)}>
        {t('thread.versionShort', figures)}
      </span>
      <IconButton
        label={t('thread.newerVersion')}
        className={styles.step}
        disabled={!canChoose || after === undefined}
        data-testid="newer-version"
        onClick={() => after !== undefined && onChoose(after)}
      >
        <ChevronRight size={14} strokeWidth={1.5} />
      </IconButton>
    </span>
  )
}

/** What can be done with one message: say it otherwise, ask again, look at another version. Nothing said is ever lost. */
export function MessageActions({ text, versions, canEdit, canRetry, onEdit, onRetry, ...rest }: Props) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  if (editing && canEdit && text !== null)
    return (
      <EditField
        text={text}
        accept={t('composer.send')}
        onCancel={() => setEditing(false)}
        onAccept={(next) => {
          setEditing(false)
          if (next !== text) onEdit(next)
        }}
      />
    )
  // Below the words of a person the place is kept, so that nothing moves when an answer begins.
  if (text === null && !canRetry && versions === null) return null
  return (
    <div className={styles.actions}>
      {versions !== null && <VersionSwitch versions={versions} {...rest} />}
      {canEdit && (
        <IconButton
          label={t('thread.edit')}
          className={styles.quiet}
          data-testid="edit-message"
          onClick={() => setEditing(true)}
        >
          <Pencil size={14} strokeWidth={1.5} />
        </IconButton>
      )}
      {canRetry && (
        <IconButton
          label={t('thread.retryAnswer')}
          className={styles.quiet}
          data-testid="retry-answer"
          onClick={onRetry}
        >
          <RotateCcw size={14} strokeWidth={1.5} />
        </IconButton>
      )}
    </div>
  )
}
