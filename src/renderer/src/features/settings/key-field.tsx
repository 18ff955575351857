import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HostSnapshot } from '../../../../shared/calls.ts'
import { toAppError, type WireError } from '../../../../shared/errors.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import input from '../../components/input.module.css'
import type { Host } from '../../lib/host.ts'
import { placeOf } from '../../lib/place.ts'
import { useErrorText } from '../../lib/use-error-text.ts'

type Props = {
  readonly baseUrl: string
  readonly stored: HostSnapshot['key']
  readonly host: Host
  /** What is typed and not kept yet. */
  readonly draft: string
  readonly onType: (draft: string) => void
}

const originOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : '')

/** How the key is kept, said plainly: also when it is not kept, and when it belongs elsewhere. */
function useKeyHint(baseUrl: string, stored: HostSnapshot['key']): string {
  const { t } = useTranslation()
  if (!stored.present) {
    const ahead = stored.storage === 'session' ? ` ${t('settings.models.storageAhead.session')}` : ''
    return t('settings.models.keyHint') + ahead
  }
  if (stored.origin !== originOf(baseUrl)) return t('settings.models.keyOther', { origin: stored.origin })
  return `${t('settings.models.keyStored', { origin: stored.origin })} ${t(`settings.models.storage.${stored.storage}`)}`
}

/** Takes a key and never shows one. */
export function KeyField({ baseUrl, stored, host, draft, onType }: Props) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [problem, setProblem] = useState<WireError | null>(null)
  const hint = useKeyHint(baseUrl, stored)
  const place = placeOf(baseUrl)
  const isPlain = place.kind === 'host' && baseUrl.toLowerCase().startsWith('http:')
  const keep = async (key: string) => {
    setProblem(null)
    try {
      await host.call('settings.setKey', { baseUrl, key })
      onType('')
    } catch (thrown) {
      setProblem(toAppError(thrown).toWire())
    }
  }
  return (
    <Field
      label={t('settings.models.key')}
      hint={isPlain ? t('settings.models.plainHttp') : hint}
      problem={problem === null ? null : `${errorText(problem).title}. ${errorText(problem).body}`}
    >
      {(control) => (
        <>
          <input
            {...control}
            className={input.input}
            data-testid="settings-key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder={stored.present ? '••••••••••••' : ''}
            value={draft}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && draft !== '' && void keep(draft)}
          />
          {stored.present && draft === '' ? (
            <Button data-testid="settings-forget-key" onClick={() => void keep('')}>
              {t('settings.models.forgetKey')}
            </Button>
          ) : (
            <Button
              data-testid="settings-save-key"
              disabled={draft === '' || place.kind === 'none' || isPlain}
              onClick={() => void keep(draft)}
            >
              {t('settings.models.saveKey')}
            </Button>
          )}
        </>
      )}
    </Field>
  )
}
