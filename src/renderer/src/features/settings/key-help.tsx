import { useTranslation } from 'react-i18next'
import { guessProviders, providerAt } from '../../../../shared/providers.ts'
import { Button } from '../../components/button.tsx'
import { useLinks } from '../../components/links.tsx'
import styles from './key-help.module.css'

type Props = {
  readonly baseUrl: string
  readonly typedKey: string | null
  readonly onChoose: (baseUrl: string) => void
}

/** Where to get a key; and whose a typed one seems to be, to be confirmed before it goes anywhere. */
export function KeyHelp({ baseUrl, typedKey, onChoose }: Props) {
  const { t } = useTranslation()
  const openLink = useLinks()
  const provider = providerAt(baseUrl)
  const guesses = guessProviders(typedKey ?? '')
  const isElsewhere = guesses.length > 0 && guesses.every(({ id }) => id !== provider?.id)
  if (isElsewhere)
    return (
      <div className={styles.help} role="status" data-testid="key-guess">
        <p>{t('settings.models.looksLike')}</p>
        {guesses.map(({ id, name, baseUrl: own }) => (
          <Button key={id} data-testid="use-guess" onClick={() => onChoose(own)}>
            {t('settings.models.useProvider', { name, host: new URL(own).host })}
          </Button>
        ))}
      </div>
    )
  if (provider === undefined) return null
  return (
    <div className={styles.help}>
      <Button data-testid="get-key" onClick={() => openLink(provider.keysUrl)}>
        {t('settings.models.getKey', { host: new URL(provider.keysUrl).host })}
      </Button>
    </div>
  )
}
