import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Field } from '../../components/field.tsx'
import input from '../../components/input.module.css'
import type { Host } from '../../lib/host.ts'
import { Fallbacks } from './fallbacks.tsx'
import { KeyField } from './key-field.tsx'
import { KeyHelp } from './key-help.tsx'
import { ModelName } from './model-name.tsx'
import { ProviderField } from './provider-field.tsx'
import { Section } from './section.tsx'
import type { SettingsStore } from './settings-store.ts'
import { TestCall } from './test-call.tsx'
import { ToolProbe } from './tool-probe.tsx'
import { useToolProbe } from './use-tool-probe.ts'
import { useDraft } from './use-draft.ts'
import type { SetSetting } from './use-set-setting.ts'

type Props = { readonly store: SettingsStore; readonly host: Host; readonly onSet: SetSetting }

const isWebAddress = (text: string): boolean => text === '' || (URL.canParse(text) && /^https?:/i.test(text))

/** Endpoint, model and key, with a real call to see that they work together. */
export function ModelSection({ store, host, onSet }: Props) {
  const { t } = useTranslation()
  const { baseUrl, name, fallbacks, probes } = useStore(store, (state) => state.settings.model)
  const key = useStore(store, (state) => state.key)
  const [draft, setDraft] = useDraft(baseUrl)
  const [nameDraft, setNameDraft] = useDraft(name)
  const [keyDraft, setKeyDraft] = useState('')
  const typedKey = keyDraft === '' ? null : keyDraft
  const url = (draft ?? baseUrl).trim()
  const model = (nameDraft ?? name).trim()
  const isValid = isWebAddress(url)
  const probe = useToolProbe({ baseUrl: url, name: model, typedKey, probes, host })
  const finish = () => {
    if (draft !== null && isValid) onSet('model.baseUrl', url)
  }
  const choose = (next: string) => {
    setDraft(next)
    onSet('model.baseUrl', next)
  }
  return (
    <Section title={t('settings.models.title')} lead={t('settings.models.lead')}>
      <ProviderField baseUrl={url} onChoose={choose} />
      <Field
        label={t('settings.models.baseUrl')}
        hint={t('settings.models.baseUrlHint')}
        problem={isValid ? null : t('settings.models.baseUrlInvalid')}
      >
        {(control) => (
          <input
            {...control}
            className={input.input}
            data-testid="settings-base-url"
            type="url"
            spellCheck={false}
            value={draft ?? baseUrl}
            aria-invalid={!isValid}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={finish}
            onKeyDown={(event) => event.key === 'Enter' && finish()}
          />
        )}
      </Field>
      <KeyField baseUrl={url} stored={key} host={host} draft={keyDraft} onType={setKeyDraft} />
      <KeyHelp baseUrl={url} typedKey={typedKey} onChoose={choose} />
      <ModelName
        key={`names ${url}`}
        baseUrl={url}
        name={name}
        draft={nameDraft}
        typedKey={typedKey}
        host={host}
        onType={setNameDraft}
        onChoose={(next) => onSet('model.name', next)}
      />
      <TestCall
        key={`test ${url} ${model}`}
        baseUrl={url}
        name={model}
        typedKey={typedKey}
        host={host}
        onAnswered={() => void probe.askOnce()}
      />
      <ToolProbe probe={probe} isReady={url !== '' && model !== ''} />
      <Fallbacks
        current={{ baseUrl, name }}
        fallbacks={fallbacks}
        onChange={(next) => onSet('model.fallbacks', next)}
      />
    </Section>
  )
}
