import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ModelPause } from '../../../../shared/model-pause.ts'
import { duration } from '../../lib/figures.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import { useNow } from '../../lib/use-now.ts'
import styles from './pause-line.module.css'

/** Why the model does not answer, and when it is asked again. */
export function PauseLine({ pause: { code, resumesAt } }: { readonly pause: ModelPause }) {
  const { t } = useTranslation()
  const left = resumesAt - useNow(1_000)
  const { title } = useErrorText()({ code, details: {} })
  if (left <= 0) return null
  return (
    <p className={styles.line} data-testid="pause-line" data-code={code}>
      <Hourglass size={16} strokeWidth={1.5} aria-hidden="true" />
      <span>{t('breaker.again', { reason: title, wait: duration(t, Math.ceil(left / 1_000) * 1_000) })}</span>
    </p>
  )
}
