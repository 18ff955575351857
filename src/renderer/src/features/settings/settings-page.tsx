import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import { IconButton } from '../../components/icon-button.tsx'
import type { Host } from '../../lib/host.ts'
import { AgentsSection } from './agents-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { BudgetsSection } from './budgets-section.tsx'
import { ConversationSection } from './conversation-section.tsx'
import { DelegationSection } from './delegation-section.tsx'
import { ModelSection } from './model-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import styles from './settings-page.module.css'
import type { SettingsStore } from './settings-store.ts'
import { useSetSetting } from './use-set-setting.ts'

type Props = {
  readonly store: SettingsStore
  readonly host: Host
  /** The folder at hand; null: none. */
  readonly folder: string | null
  readonly onBack: () => void
  readonly onProblem: (error: AppError) => void
}

/** All that can be set, on one page. Each change holds at once; there is no button to save. */
export function SettingsPage({ store, host, folder, onBack, onProblem }: Props) {
  const { t } = useTranslation()
  const onSet = useSetSetting(host, onProblem)
  const version = useStore(store, (state) => state.system.version)
  return (
    <div className={styles.page} data-testid="settings">
      <header className={`${styles.head} pane-head`}>
        <IconButton label={t('settings.back')} data-testid="settings-back" onClick={onBack}>
          <ArrowLeft size={16} strokeWidth={1.5} />
        </IconButton>
        <h1 className={styles.title}>{t('settings.title')}</h1>
      </header>
      <div className={styles.scroller} tabIndex={-1}>
        <div className={styles.sections}>
          <ModelSection store={store} host={host} onSet={onSet} />
          <DelegationSection store={store} onSet={onSet} />
          <BudgetsSection store={store} onSet={onSet} />
          <AgentsSection host={host} folder={folder} onProblem={onProblem} />
          <ConversationSection store={store} onSet={onSet} />
          <NotificationsSection store={store} onSet={onSet} />
          <AppearanceSection store={store} onSet={onSet} />
          <p className={styles.about}>{t('settings.about', { version })}</p>
        </div>
      </div>
    </div>
  )
}
