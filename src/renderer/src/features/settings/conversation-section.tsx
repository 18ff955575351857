import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Choice } from '../../components/choice.tsx'
import { Field } from '../../components/field.tsx'
import { Switch } from '../../components/switch.tsx'
import { CONVERSATION_RANGES } from './ranges.ts'
import { Section } from './section.tsx'
import type { SettingsStore } from './settings-store.ts'
import type { SetSetting } from './use-set-setting.ts'
import { WholeNumber } from './whole-number.tsx'

type Props = { readonly store: SettingsStore; readonly onSet: SetSetting }

/** How a conversation begins, and how far one answer may go. */
export function ConversationSection({ store, onSet }: Props) {
  const { t } = useTranslation()
  const conversation = useStore(store, (state) => state.settings.conversation)
  const { fullModeEnabled } = useStore(store, (state) => state.settings.permissions)
  const modes = (['ask', 'auto'] as const).map((value) => ({ value, label: t(`composer.modes.${value}`) }))
  return (
    <Section title={t('settings.conversation.title')}>
      <Field
        label={t('settings.conversation.mode')}
        hint={t(`composer.modes.${conversation.mode}Hint`)}
        layout="beside"
      >
        {(control) => (
          <Choice
            {...control}
            data-testid="settings-mode"
            value={conversation.mode}
            options={modes}
            onChange={(value) => onSet('conversation.mode', value)}
          />
        )}
      </Field>
      <WholeNumber
        label={t('settings.conversation.maxSteps')}
        hint={t('settings.conversation.maxStepsHint')}
        value={conversation.maxSteps}
        range={CONVERSATION_RANGES.maxSteps}
        testId="settings-conversation-maxSteps"
        onChange={(value) => onSet('conversation.maxSteps', value)}
      />
      <Field
        label={t('settings.conversation.fullModeEnabled')}
        hint={t('settings.conversation.fullModeEnabledHint')}
        layout="beside"
      >
        {(control) => (
          <Switch
            {...control}
            data-testid="settings-full-mode"
            checked={fullModeEnabled}
            onChange={(value) => onSet('permissions.fullModeEnabled', value)}
          />
        )}
      </Field>
    </Section>
  )
}
