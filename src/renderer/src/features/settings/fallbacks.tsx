import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ModelChoice } from '../../../../shared/settings.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { placeOf } from '../../lib/place.ts'
import styles from './fallbacks.module.css'

type Props = {
  readonly current: ModelChoice
  readonly fallbacks: readonly ModelChoice[]
  readonly onChange: (fallbacks: readonly ModelChoice[]) => void
}

const isSame = (one: ModelChoice, other: ModelChoice): boolean =>
  one.baseUrl === other.baseUrl && one.name === other.name

/** Other models to turn to, in order; each was the model of this page when it was put here. */
export function Fallbacks({ current, fallbacks, onChange }: Props) {
  const { t } = useTranslation()
  const isListed = fallbacks.some((each) => isSame(each, current))
  return (
    <section aria-label={t('settings.models.fallbacks')} className={styles.fallbacks} data-testid="fallbacks">
      <h3 className={styles.title}>{t('settings.models.fallbacks')}</h3>
      <p className={styles.hint}>{t('settings.models.fallbacksHint')}</p>
      <ol className={styles.list}>
        {fallbacks.map((each) => (
          <li key={`${each.baseUrl} ${each.name}`} className={styles.row} data-testid="fallback">
            <span className={styles.name}>{each.name}</span>
            <Where baseUrl={each.baseUrl} />
            <IconButton
              label={t('settings.models.removeFallback', { name: each.name })}
              data-testid="remove-fallback"
              onClick={() => onChange(fallbacks.filter((other) => !isSame(other, each)))}
            >
              <X size={16} strokeWidth={1.5} />
            </IconButton>
          </li>
        ))}
      </ol>
      <Button
        data-testid="add-fallback"
        disabled={current.baseUrl === '' || current.name === '' || isListed}
        onClick={() => onChange([...fallbacks, current])}
      >
        {t('settings.models.addFallback')}
      </Button>
    </section>
  )
}

function Where({ baseUrl }: { readonly baseUrl: string }) {
  const { t } = useTranslation()
  const place = placeOf(baseUrl)
  return (
    <span className={styles.where}>{place.kind === 'host' ? place.host : t('place.thisComputerBare')}</span>
  )
}
