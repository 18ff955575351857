import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Choice } from '../../components/choice.tsx'
import { Field } from '../../components/field.tsx'
import { Switch } from '../../components/switch.tsx'
import { DELEGATION_RANGES } from './ranges.ts'
import { Section } from './section.tsx'
import type { SettingsStore } from './settings-store.ts'
import type { SetSetting } from './use-set-setting.ts'
import { WholeNumber } from './whole-number.tsx'

type Props = { readonly store: SettingsStore; readonly onSet: SetSetting }

const LIMITS = Object.keys(DELEGATION_RANGES) as readonly (keyof typeof DELEGATION_RANGES)[]

const KEEP_AWAKE = ['off', 'onMains', 'always'] as const

/** How much work agents may hand to others. */
export function DelegationSection({ store, onSet }: Props) {
  const { t } = useTranslation()
  const delegation = useStore(store, (state) => state.settings.delegation)
  return (
    <Section title={t('settings.delegation.title')} lead={t('settings.delegation.lead')}>
      {LIMITS.map((limit) => (
        <WholeNumber
          key={limit}
          label={t(`settings.delegation.${limit}`)}
          hint={t(`settings.delegation.${limit}Hint`)}
          value={delegation[limit]}
          range={DELEGATION_RANGES[limit]}
          testId={`settings-${limit}`}
          {...(limit === 'maxConcurrentRuns' ? { automatic: t('settings.automatic') } : {})}
          onChange={(value) => onSet(`delegation.${limit}`, value)}
        />
      ))}
      <Field
        label={t('settings.delegation.paused')}
        hint={t('settings.delegation.pausedHint')}
        layout="beside"
      >
        {(control) => (
          <Switch
            {...control}
            data-testid="settings-paused"
            checked={delegation.paused}
            onChange={(value) => onSet('delegation.paused', value)}
          />
        )}
      </Field>
      <Field
        label={t('settings.delegation.keepAwake')}
        hint={t('settings.delegation.keepAwakeHint')}
        layout="beside"
      >
        {(control) => (
          <Choice
            {...control}
            data-testid="settings-keepAwake"
            value={delegation.keepAwake}
            options={KEEP_AWAKE.map((value) => ({ value, label: t(`settings.delegation.awake.${value}`) }))}
            onChange={(value) => onSet('delegation.keepAwake', value)}
          />
        )}
      </Field>
    </Section>
  )
}
