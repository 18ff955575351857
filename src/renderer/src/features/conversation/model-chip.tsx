import { useTranslation } from 'react-i18next'
import type { ToolAbility } from '../../../../shared/found-models.ts'
import { placeOf } from '../../lib/place.ts'
import styles from './chip.module.css'

type Props = {
  readonly model: string
  readonly baseUrl: string
  /** The demo's script answers, whatever is set. */
  readonly demo: boolean
  /** What trying its tools has shown; undefined: nobody has. */
  readonly tools: ToolAbility | undefined
  readonly onOpen: () => void
}

/** Always says where answers come from; without a model, that there is none. */
export function ModelChip({ model, baseUrl, demo, tools, onOpen }: Props) {
  const { t } = useTranslation()
  const place = placeOf(baseUrl)
  if (demo)
    return (
      <span className={styles.chip} data-demo="true" data-testid="model-chip" title={t('demo.hint')}>
        <span className={styles.text}>{t('demo.name')}</span>
        <span className={styles.soft}>{t('demo.kind')}</span>
      </span>
    )
  if (model === '' || place.kind === 'none')
    return (
      <button
        type="button"
        className={styles.chip}
        data-missing="true"
        data-testid="model-chip"
        onClick={onOpen}
      >
        {t('composer.noModel')}
      </button>
    )
  const where = place.kind === 'host' ? place.host : t('place.thisComputerBare')
  const long = place.kind === 'host' ? t('place.host', { host: place.host }) : t('place.thisComputer')
  return (
    <button
      type="button"
      className={styles.chip}
      data-testid="model-chip"
      aria-label={t('composer.model', { model, place: long })}
      title={t('composer.model', { model, place: long })}
      onClick={onOpen}
    >
      <span className={styles.text}>{model}</span>
      <span className={styles.soft}>{where}</span>
      {tools === 'cannot' && <span className={styles.warning}>{t('composer.chatOnly')}</span>}
    </button>
  )
}
