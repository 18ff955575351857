import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { isFinal } from '../../../shared/delegation.ts'
import { Button } from '../components/button.tsx'
import { IconButton } from '../components/icon-button.tsx'
import { PauseLine } from '../features/breaker/pause-line.tsx'
import { ReducedLine } from '../features/crew/reduced-line.tsx'
import { TotalLine } from '../features/crew/total-line.tsx'
import { RunDetail } from '../features/delegation/run-detail.tsx'
import { RunTranscript } from '../features/delegation/run-transcript.tsx'
import { RunTreeView } from '../features/delegation/run-tree-view.tsx'
import { useApp } from './services-context.ts'
import { useCommands } from './use-commands.ts'
import styles from './work-pane.module.css'

/** The runs of the conversation as a tree, and the chosen one as it works. */
export function WorkPane() {
  const { t } = useTranslation()
  const { services, actions } = useApp()
  const run = useCommands()
  const runs = useStore(services.runs, (state) => state.runs.value)
  const conversationId = useStore(services.navigation, (state) => state.conversationId)
  const conversation = useStore(services.conversations, ({ byId }) =>
    conversationId === null ? undefined : byId.get(conversationId),
  )
  const runId = useStore(services.navigation, (state) => state.runId)
  const chosen = runId === null ? undefined : runs.get(runId)
  const pause = useStore(services.pauses, ({ byAgent }) => (runId === null ? undefined : byAgent.get(runId)))
  const isLive = [...runs.values()].some(({ state }) => !isFinal(state))
  return (
    <>
      <header className={`${styles.head} pane-head`}>
        <h2 className={styles.title}>{t('work.title')}</h2>
        {isLive && conversationId !== null && (
          <Button look="quiet" data-testid="stop-all" onClick={() => actions.stopAll(conversationId)}>
            {t('work.stopEverything')}
          </Button>
        )}
        <IconButton label={t('header.hideWork')} data-testid="hide-work" onClick={() => run('inspector')}>
          <X size={16} strokeWidth={1.5} />
        </IconButton>
      </header>
      <ReducedLine store={services.crew} />
      {conversation !== undefined && <TotalLine conversation={conversation} />}
      <div className={styles.tree} data-split={chosen !== undefined} tabIndex={-1}>
        <RunTreeView runs={runs.values()} chosen={runId} onChoose={actions.showRun} />
        {chosen === undefined && <p className={styles.hint}>{t('work.pick')}</p>}
      </div>
      {chosen !== undefined && (
        <div className={styles.run}>
          <RunDetail run={chosen} onStop={actions.stopRun} onShowFile={actions.showFile} />
          {pause && <PauseLine pause={pause} />}
          <RunTranscript key={chosen.id} store={services.runJournal} live={!isFinal(chosen.state)} />
        </div>
      )}
    </>
  )
}
