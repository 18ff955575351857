import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { placeOf } from '../../lib/place.ts'
import styles from './start.module.css'

type Props = {
  readonly model: string
  readonly baseUrl: string
  readonly onExample: (text: string) => void
  /** Where answers could come from, while nothing is set. */
  readonly sources: ReactNode
  /** Null: this is not the moment for a demo. */
  readonly onDemo: (() => void) | null
}

function Examples({ onExample }: Pick<Props, 'onExample'>) {
  const { t } = useTranslation()
  const examples = [t('start.exampleExplore'), t('start.exampleTests'), t('start.exampleWrite')]
  return (
    <section aria-label={t('start.examples')}>
      <ul className={styles.examples}>
        {examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              className={styles.example}
              data-testid="example"
              onClick={() => onExample(example)}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DemoRow({ onDemo }: { readonly onDemo: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.demo}>
      <p>{t('start.demoHint')}</p>
      <Button data-testid="watch-demo" onClick={onDemo}>
        {t('start.demo')}
      </Button>
    </div>
  )
}

/** A conversation before its first message: what to do next, and who will answer. What is needed first stands first. */
export function Start({ model, baseUrl, onExample, sources, onDemo }: Props) {
  const { t } = useTranslation()
  const place = placeOf(baseUrl)
  const where = place.kind === 'host' ? t('place.host', { host: place.host }) : t('place.thisComputer')
  const isReady = model !== '' && place.kind !== 'none'
  return (
    <div className={styles.start} data-testid="start">
      <div className={styles.column}>
        <h1 className={styles.title}>{t('start.title')}</h1>
        <p className={styles.lead}>{t('start.lead')}</p>
        {!isReady && sources}
        {!isReady && onDemo !== null && <DemoRow onDemo={onDemo} />}
        <Examples onExample={onExample} />
        {isReady && <p className={styles.answers}>{t('start.answers', { model, place: where })}</p>}
        {isReady && onDemo !== null && <DemoRow onDemo={onDemo} />}
      </div>
    </div>
  )
}
