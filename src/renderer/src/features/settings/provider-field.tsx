import { useTranslation } from 'react-i18next'
import { providerAt, PROVIDERS } from '../../../../shared/providers.ts'
import { Choice } from '../../components/choice.tsx'
import { Field } from '../../components/field.tsx'

type Props = { readonly baseUrl: string; readonly onChoose: (baseUrl: string) => void }

const CUSTOM = 'custom'

/** A vendor by its name; it fills in the address. */
export function ProviderField({ baseUrl, onChoose }: Props) {
  const { t } = useTranslation()
  const provider = providerAt(baseUrl)
  const options = [
    ...PROVIDERS.map(({ id, name }) => ({ value: id, label: name })),
    { value: CUSTOM, label: t('settings.models.custom') },
  ]
  const choose = (id: string) => {
    const chosen = PROVIDERS.find((each) => each.id === id)
    if (chosen?.id !== provider?.id) onChoose(chosen?.baseUrl ?? '')
  }
  return (
    <Field label={t('settings.models.provider')}>
      {(control) => (
        <Choice
          {...control}
          data-testid="settings-provider"
          value={provider?.id ?? CUSTOM}
          options={options}
          onChange={choose}
        />
      )}
    </Field>
  )
}
