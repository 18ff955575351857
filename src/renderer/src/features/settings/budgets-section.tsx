import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { BUDGET_RANGES } from './ranges.ts'
import { Section } from './section.tsx'
import type { SettingsStore } from './settings-store.ts'
import type { SetSetting } from './use-set-setting.ts'
import { WholeNumber } from './whole-number.tsx'

type Props = { readonly store: SettingsStore; readonly onSet: SetSetting }

const LIMITS = Object.keys(BUDGET_RANGES) as readonly (keyof typeof BUDGET_RANGES)[]

/** What a conversation may use in a day. */
export function BudgetsSection({ store, onSet }: Props) {
  const { t } = useTranslation()
  const budgets = useStore(store, (state) => state.settings.budgets)
  return (
    <Section title={t('settings.budgets.title')} lead={t('settings.budgets.lead')}>
      {LIMITS.map((limit) => (
        <WholeNumber
          key={limit}
          label={t(`settings.budgets.${limit}`)}
          hint={t(`settings.budgets.${limit}Hint`)}
          value={budgets[limit]}
          range={BUDGET_RANGES[limit]}
          testId={`settings-${limit}`}
          onChange={(value) => onSet(`budgets.${limit}`, value)}
        />
      ))}
    </Section>
  )
}
