import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { StatusMark } from '../../components/status-mark.tsx'
import styles from './paused-banner.module.css'

type Props = { readonly isPaused: boolean; readonly onResume: () => void }

/** Says that no run begins, on every page, and how that ends. */
export function PausedBanner({ isPaused, onResume }: Props) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {isPaused && (
        <div className={styles.banner} data-testid="paused">
          <StatusMark status={{ icon: 'barred-circle', tone: 'stopped', word: 'stopped' }} worded={false} />
          <p>
            <strong className={styles.title}>{t('crew.pausedTitle')}</strong> {t('crew.pausedBody')}
          </p>
          <Button data-testid="paused-resume" onClick={onResume}>
            {t('crew.resume')}
          </Button>
        </div>
      )}
    </div>
  )
}
