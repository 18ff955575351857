import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundModels as Found } from '../../../../shared/found-models.ts'
import { providerAt } from '../../../../shared/providers.ts'
import { Button } from '../../components/button.tsx'
import type { Host } from '../../lib/host.ts'
import styles from './found-models.module.css'

type Props = {
  readonly host: Host
  /** Null: the endpoint is known, its model still has to be chosen. */
  readonly onUse: (baseUrl: string, name: string | null) => void
  readonly onSetUp: () => void
}

type Source = {
  readonly id: string
  readonly name: string
  readonly what: string
  readonly baseUrl: string
  readonly model: string | null
}

/** Models that answer in words; servers list others beside them. */
const isTalker = (model: string): boolean => !/embed|rerank|whisper|tts|bge-|clip/i.test(model)

function useFound(host: Host): Found {
  const [found, setFound] = useState<Found>({ servers: [], keys: [] })
  useEffect(() => {
    let isShown = true
    void host.call('models.detect', undefined).then(
      (answer) => isShown && setFound(answer),
      () => undefined, // nothing was found; setting up by hand stays
    )
    return () => {
      isShown = false
    }
  }, [host])
  return found
}

/** Where answers could come from: what this computer already has, each one click, and the way to everything else. */
export function FoundModels({ host, onUse, onSetUp }: Props) {
  const { t } = useTranslation()
  const { servers, keys } = useFound(host)
  const sources: readonly Source[] = [
    ...servers.map(({ name, baseUrl, models }) => {
      const model = models.find(isTalker) ?? null
      const what = t('found.server', { count: models.length, model: model ?? '–' })
      return { id: baseUrl, name, what, baseUrl, model }
    }),
    ...keys.map(({ variable, baseUrl }) => {
      const name = providerAt(baseUrl)?.name ?? new URL(baseUrl).host
      return { id: variable, name, what: t('found.key', { variable }), baseUrl, model: null }
    }),
  ]
  return (
    <section className={styles.found} aria-label={t('found.label')} data-testid="found-models">
      {sources.map(({ id, name, what, baseUrl, model }, index) => (
        <div key={id} className={styles.row} data-testid="found-model">
          <p>
            <strong className={styles.name}>{name}</strong> {what}
          </p>
          <Button
            look={index === 0 ? 'primary' : 'plain'}
            data-testid="use-found"
            onClick={() => onUse(baseUrl, model)}
          >
            {t('found.use')}
          </Button>
        </div>
      ))}
      <div className={styles.row} data-missing={sources.length === 0}>
        <p>{sources.length === 0 ? t('start.noModel') : t('found.other')}</p>
        <Button
          look={sources.length === 0 ? 'primary' : 'plain'}
          data-testid="set-up-model"
          onClick={onSetUp}
        >
          {t('start.setUp')}
        </Button>
      </div>
    </section>
  )
}
