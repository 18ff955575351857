import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { IconButton } from '../components/icon-button.tsx'
import { useErrorText } from '../lib/use-error-text.ts'
import { dismiss, type Notice, type NoticesStore } from './notices-store.ts'
import styles from './notices.module.css'

function Words({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (notice.kind === 'text') return <p>{t(notice.text)}</p>
  const { title, body, verbatim } = errorText(notice.error)
  return (
    <div>
      <p className={styles.title}>{title}</p>
      <p className={styles.body}>{body}</p>
      {verbatim !== '' && <p className={styles.body}>{verbatim}</p>}
    </div>
  )
}

/** What went wrong and has no better place. It stays until it is taken note of. */
export function Notices({ store }: { readonly store: NoticesStore }) {
  const { t } = useTranslation()
  const shown = useStore(store, (state) => state.shown)
  return (
    <div className={styles.notices} role="status" aria-label={t('app.notices')} data-testid="notices">
      {shown.map((notice) => (
        <div key={notice.number} className={styles.notice} data-testid="notice">
          <Words notice={notice} />
          <IconButton label={t('app.dismiss')} onClick={() => dismiss(store, notice.number)}>
            <X size={16} strokeWidth={1.5} />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
