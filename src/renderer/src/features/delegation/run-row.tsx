import { PanelRight, Square } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isFinal, type RunView } from '../../../../shared/delegation.ts'
import type { RunId } from '../../../../shared/ids.ts'
import { Elapsed } from '../../components/elapsed.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { RunLine, RunMark } from './run-line.tsx'
import styles from './run-row.module.css'

type Props = {
  readonly run: RunView
  readonly onOpen: (runId: RunId) => void
  readonly onStop: (run: RunView) => void
}

/** One run in a delegation's card. Only what happened to this run draws it again. */
export const RunRow = memo(function RunRow({ run, onOpen, onStop }: Props) {
  const { t } = useTranslation()
  return (
    <li className={styles.row} data-testid="run-row" data-state={run.state} data-run={run.id}>
      <RunMark run={run} />
      <button type="button" className={styles.goal} title={run.goal} onClick={() => onOpen(run.id)}>
        {run.goal}
      </button>
      <span className={styles.elapsed}>
        {run.startedAt !== null && <Elapsed from={run.startedAt} until={run.endedAt} />}
      </span>
      <span className={styles.actions}>
        {!isFinal(run.state) && (
          <IconButton
            label={t(run.stopping ? 'delegation.stopNow' : 'delegation.stop')}
            data-testid="run-stop"
            onClick={() => onStop(run)}
          >
            <Square size={10} strokeWidth={1.5} fill="currentColor" />
          </IconButton>
        )}
        <IconButton label={t('delegation.open')} data-testid="run-open" onClick={() => onOpen(run.id)}>
          <PanelRight size={16} strokeWidth={1.5} />
        </IconButton>
      </span>
      <RunLine run={run} />
    </li>
  )
})
