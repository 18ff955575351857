import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import styles from './pending-line.module.css'

/** Results that came in and that no turn has taken: said, and taken on request. */
export function PendingLine({
  count,
  onContinue,
}: {
  readonly count: number
  readonly onContinue: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.line} data-testid="pending-deliveries">
      <Inbox size={16} strokeWidth={1.5} aria-hidden="true" />
      <span>{t('thread.pending', { count })}</span>
      <Button data-testid="continue" onClick={onContinue}>
        {t('thread.continue')}
      </Button>
    </div>
  )
}
