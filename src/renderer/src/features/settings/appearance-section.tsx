import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Choice } from '../../components/choice.tsx'
import { Field } from '../../components/field.tsx'
import { Section } from './section.tsx'
import type { SettingsStore } from './settings-store.ts'
import type { SetSetting } from './use-set-setting.ts'

type Props = { readonly store: SettingsStore; readonly onSet: SetSetting }

const THEMES = ['system', 'light', 'dark'] as const
const LANGUAGES = ['system', 'en', 'zh-CN'] as const

/** Theme and language of the page; tray and notifications follow. */
export function AppearanceSection({ store, onSet }: Props) {
  const { t } = useTranslation()
  const { theme, language } = useStore(store, (state) => state.settings.appearance)
  return (
    <Section title={t('settings.appearance.title')}>
      <Field label={t('settings.appearance.theme')} layout="beside">
        {(control) => (
          <Choice
            {...control}
            data-testid="settings-theme"
            value={theme}
            options={THEMES.map((value) => ({ value, label: t(`settings.appearance.themes.${value}`) }))}
            onChange={(value) => onSet('appearance.theme', value)}
          />
        )}
      </Field>
      <Field label={t('settings.appearance.language')} layout="beside">
        {(control) => (
          <Choice
            {...control}
            data-testid="settings-language"
            value={language}
            options={LANGUAGES.map((value) => ({
              value,
              label: t(`settings.appearance.languages.${value}`),
            }))}
            onChange={(value) => onSet('appearance.language', value)}
          />
        )}
      </Field>
    </Section>
  )
}
