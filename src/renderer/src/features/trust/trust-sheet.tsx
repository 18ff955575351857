import { useTranslation } from 'react-i18next'
import type { Mode } from '../../../../shared/conversation.ts'
import type { FolderInspection, FolderItem } from '../../../../shared/folder-trust.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visibleText } from '../../lib/visible-text.ts'
import styles from './trust-sheet.module.css'

type Props = {
  readonly inspection: FolderInspection
  readonly mode: Mode
  readonly open: boolean
  readonly onClose: () => void
  readonly onAnswer: (trusted: boolean) => void
}

function Item({ item }: { readonly item: FolderItem }) {
  const { t } = useTranslation()
  return (
    <li className={styles.item} data-testid="trust-item" data-state={item.state}>
      <code className={styles.path}>{visibleText(item.path)}</code>
      <span className={styles.kind} data-kind={item.kind}>
        {t(`trust.${item.kind}`)}
      </span>
      <span className={styles.state}>{t(`trust.${item.state}`)}</span>
    </li>
  )
}

/** Lists what a folder brings that instructs or executes, and takes one answer for exactly that. */
export function TrustSheet({ inspection, mode, open, onClose, onAnswer }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onClose={onClose} title={t('trust.title')}>
      <p className={styles.folder}>{visibleText(inspection.folder)}</p>
      <p className={styles.lead}>{t('trust.lead')}</p>
      <ul className={styles.items} aria-label={t('trust.files')} tabIndex={0}>
        {inspection.items.map((item) => (
          <Item key={item.path} item={item} />
        ))}
      </ul>
      {inspection.more > 0 && <p className={styles.lead}>{t('trust.more', { count: inspection.more })}</p>}
      <p className={styles.lead}>{t('trust.now')}</p>
      <p className={styles.may}>{t(`trust.may.${mode}`)}</p>
      <div className={styles.actions}>
        <Button data-testid="trust-no" onClick={() => onAnswer(false)}>
          {t('trust.no')}
        </Button>
        <Button look="primary" data-testid="trust-yes" onClick={() => onAnswer(true)}>
          {t('trust.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
