import { PackageCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentOf } from '../../../../shared/entry.ts'
import { Fold } from '../fold.tsx'
import { ClippedText } from './clipped-text.tsx'
import styles from './delivery-entry.module.css'

type Props = { readonly content: ContentOf<'delivery'>; readonly children: ReactNode }

/** Results that came in: readable first, and word for word as the agent received them when asked for. */
export function DeliveryEntry({ content, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className={styles.delivery} data-testid="delivery">
      <h2 className={styles.title}>
        <PackageCheck size={16} strokeWidth={1.5} aria-hidden="true" />
        {t('thread.delivered')}
      </h2>
      {children}
      <Fold summary={t('thread.deliveredRaw')}>
        <ClippedText text={content.text} label={t('thread.deliveredRaw')} />
      </Fold>
    </section>
  )
}
