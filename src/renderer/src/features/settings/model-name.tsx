import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toAppError, type WireError } from '../../../../shared/errors.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import input from '../../components/input.module.css'
import type { Host } from '../../lib/host.ts'
import { useErrorText } from '../../lib/use-error-text.ts'

type Props = {
  readonly baseUrl: string
  readonly name: string
  /** What is typed and not kept yet; null: nothing. */
  readonly draft: string | null
  /** A key that is not kept yet; null: the stored one. */
  readonly typedKey: string | null
  readonly host: Host
  readonly onType: (draft: string | null) => void
  readonly onChoose: (name: string) => void
}

type Listing = {
  readonly asking: boolean
  readonly models: readonly string[] | null
  readonly error: WireError | null
}

const NOT_ASKED: Listing = { asking: false, models: null, error: null }

/** Asks the endpoint for its models; nothing is asked before a click. */
function useListing({ baseUrl, typedKey, host }: Props) {
  const [listing, setListing] = useState(NOT_ASKED)
  const ask = async () => {
    setListing({ ...NOT_ASKED, asking: true })
    try {
      const { models, error } = await host.call('settings.listModels', { baseUrl, key: typedKey })
      setListing({ asking: false, models: error === null ? models : null, error })
    } catch (thrown) {
      setListing({ ...NOT_ASKED, error: toAppError(thrown).toWire() })
    }
  }
  return { listing, ask }
}

/** The model's name, typed or picked from what the endpoint offers. */
export function ModelName(props: Props) {
  const { baseUrl, name, draft, onType, onChoose } = props
  const { t } = useTranslation()
  const errorText = useErrorText()
  const listId = useId()
  const { listing, ask } = useListing(props)
  const count = listing.models?.length ?? 0
  const found = count === 0 ? t('settings.models.foundNone') : t('settings.models.found', { count })
  const type = (text: string) => {
    onType(text)
    if (listing.models?.includes(text) === true) onChoose(text) // maybe picked: nothing more may come
  }
  const finish = () => {
    if (draft !== null) onChoose(draft.trim())
  }
  return (
    <Field
      label={t('settings.models.name')}
      hint={listing.models === null ? t('settings.models.nameHint') : found}
      problem={
        listing.error === null ? null : `${errorText(listing.error).title}. ${errorText(listing.error).body}`
      }
    >
      {(control) => (
        <>
          <input
            {...control}
            className={input.input}
            data-testid="settings-model-name"
            list={listId}
            spellCheck={false}
            value={draft ?? name}
            onChange={(event) => type(event.target.value)}
            onBlur={finish}
            onKeyDown={(event) => event.key === 'Enter' && finish()}
          />
          <datalist id={listId}>
            {listing.models?.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
          <Button
            data-testid="settings-list-models"
            disabled={baseUrl === '' || listing.asking}
            onClick={() => void ask()}
          >
            {listing.asking ? t('settings.models.listing') : t('settings.models.list')}
          </Button>
        </>
      )}
    </Field>
  )
}
