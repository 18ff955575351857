import { useTranslation } from 'react-i18next'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { visibleText } from '../lib/visible-text.ts'
import styles from './link-sheet.module.css'

type Props = {
  /** Null: nothing is asked. */
  readonly url: string | null
  readonly onClose: () => void
  readonly onOpen: (url: string) => void
}

/** What leads somewhere: a host for the web, an address for mail. */
const goal = (url: string): string => {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  return parsed.protocol === 'mailto:' ? parsed.pathname : parsed.host
}

/** Only these can be opened; the host refuses the rest as well. */
export const isOpenable = (url: string): boolean =>
  URL.canParse(url) && ['https:', 'mailto:'].includes(new URL(url).protocol)

/** Shows where a link goes before anything opens. */
export function LinkSheet({ url, onClose, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open={url !== null} onClose={onClose} title={t('links.title')}>
      <p className={styles.lead}>{t('links.lead')}</p>
      <dl className={styles.facts}>
        <dt>{t('links.host')}</dt>
        <dd className={styles.host} data-testid="link-host">
          {visibleText(goal(url ?? ''))}
        </dd>
      </dl>
      <pre className={styles.url}>{visibleText(url ?? '')}</pre>
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button
          look="primary"
          data-testid="link-open"
          onClick={() => {
            if (url !== null) onOpen(url)
            onClose()
          }}
        >
          {t('links.open')}
        </Button>
      </div>
    </Dialog>
  )
}
