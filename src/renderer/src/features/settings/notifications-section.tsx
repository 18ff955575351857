import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Field } from '../../components/field.tsx'
import { Switch } from '../../components/switch.tsx'
import { Section } from './section.tsx'
import type { SettingsStore } from './settings-store.ts'
import type { SetSetting } from './use-set-setting.ts'

type Props = { readonly store: SettingsStore; readonly onSet: SetSetting }

const KINDS = ['finished', 'needsYou', 'failed'] as const

/** What may call a person who is looking elsewhere. */
export function NotificationsSection({ store, onSet }: Props) {
  const { t } = useTranslation()
  const notifications = useStore(store, (state) => state.settings.notifications)
  return (
    <Section title={t('settings.notifications.title')} lead={t('settings.notifications.lead')}>
      {KINDS.map((kind) => (
        <Field key={kind} label={t(`settings.notifications.${kind}`)} layout="beside">
          {(control) => (
            <Switch
              {...control}
              data-testid={`settings-notify-${kind}`}
              checked={notifications[kind]}
              onChange={(value) => onSet(`notifications.${kind}`, value)}
            />
          )}
        </Field>
      ))}
    </Section>
  )
}
