import { Gauge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useErrorText } from '../../lib/use-error-text.ts'
import type { CrewStore } from './crew-store.ts'
import styles from './reduced-line.module.css'

/** Why fewer runs work at once than is set; there as long as that is so. */
export function ReducedLine({ store }: { readonly store: CrewStore }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const reduced = useStore(store, (state) => state.reduced)
  if (reduced === null) return null
  const { limit, usual, reason } = reduced
  const { title } = errorText({ code: reason, details: {} })
  return (
    <p className={styles.line} data-testid="reduced-runs">
      <Gauge size={16} strokeWidth={1.5} aria-hidden="true" />
      <span>{t('crew.reduced', { count: limit, usual, reason: title })}</span>
    </p>
  )
}
