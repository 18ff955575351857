import { CornerDownRight, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueuedMessage } from '../../../../shared/conversation.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { EditField } from './edit-field.tsx'
import styles from './queue-list.module.css'

type Actions = {
  readonly onEdit: (number: number, text: string) => void
  readonly onRemove: (number: number) => void
  readonly onSendNow: (number: number) => void
}
type Props = Actions & { readonly queue: readonly QueuedMessage[]; readonly answering: boolean }
type RowProps = Actions & { readonly message: QueuedMessage; readonly answering: boolean }

function Row({ message: { number, text, urgent }, answering, onEdit, onRemove, onSendNow }: RowProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  if (editing)
    return (
      <li className={styles.editing}>
        <EditField
          text={text}
          accept={t('queue.save')}
          onCancel={() => setEditing(false)}
          onAccept={(next) => {
            setEditing(false)
            if (next !== text) onEdit(number, next)
          }}
        />
      </li>
    )
  const isOnItsWay = urgent && answering
  return (
    <li className={styles.row} data-testid="queued-message" data-urgent={urgent}>
      <span className={styles.text} title={text}>
        {text}
      </span>
      {isOnItsWay && <span className={styles.note}>{t('queue.nextStep')}</span>}
      {!isOnItsWay && (
        <IconButton label={t('queue.sendNow')} data-testid="queue-send" onClick={() => onSendNow(number)}>
          <CornerDownRight size={14} strokeWidth={1.5} />
        </IconButton>
      )}
      <IconButton label={t('queue.edit')} data-testid="queue-edit" onClick={() => setEditing(true)}>
        <Pencil size={14} strokeWidth={1.5} />
      </IconButton>
      <IconButton label={t('queue.remove')} data-testid="queue-remove" onClick={() => onRemove(number)}>
        <X size={14} strokeWidth={1.5} />
      </IconButton>
    </li>
  )
}

/** Messages that wait for the answer under way, in the order in which they will be sent. Not drawn when none does. */
export function QueueList({ queue, answering, ...actions }: Props) {
  const { t } = useTranslation()
  if (queue.length === 0) return null
  return (
    <section className={styles.dock} aria-label={t('queue.label')} data-testid="queue">
      <ul className={styles.list}>
        {queue.map((message) => (
          <Row key={message.number} message={message} answering={answering} {...actions} />
        ))}
      </ul>
    </section>
  )
}
