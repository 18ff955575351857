import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

type Props = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
}

/** A sheet over everything else: keeps the focus inside, Esc closes it, the focus goes back to where it was. */
export function Dialog({ open, onClose, title, children }: Props) {
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} initialFocus={popup} className={styles.popup} data-testid="dialog">
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label={t('app.close')}>
                  <X size={16} strokeWidth={1.5} />
                </IconButton>
              }
            />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
