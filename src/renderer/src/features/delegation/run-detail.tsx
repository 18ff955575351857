import { ExternalLink, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isFinal, type RunView } from '../../../../shared/delegation.ts'
import type { RunId } from '../../../../shared/ids.ts'
import { statusOf } from '../../../../shared/status.ts'
import { Button } from '../../components/button.tsx'
import { Elapsed } from '../../components/elapsed.tsx'
import { StatusMark } from '../../components/status-mark.tsx'
import { money, tokenCount } from '../../lib/figures.ts'
import styles from './run-detail.module.css'

type Props = {
  readonly run: RunView
  readonly onStop: (run: RunView) => void
  readonly onShowFile: (runId: RunId) => void
}

/** Where the chosen run stands, and what can be done about it. */
export function RunDetail({ run, onStop, onShowFile }: Props) {
  const { t, i18n } = useTranslation()
  const tokens = tokenCount(t, i18n.language, run)
  const cost = money(t, i18n.language, run.cost)
  return (
    <header className={styles.detail} data-testid="run-detail" data-state={run.state}>
      <h3 className={styles.goal}>{run.goal}</h3>
      <p className={`${styles.facts} figures`}>
        <StatusMark status={statusOf(run)} />
        <span>{run.agent}</span>
        {run.model !== '' && <span>{run.model}</span>}
        {run.attempt > 1 && <span>{t('work.attempt', { count: run.attempt })}</span>}
        <span>{t('delegation.steps', { count: run.steps })}</span>
        <span>{t('delegation.tokens', { figure: tokens || '0' })}</span>
        {cost !== '' && <span>{cost}</span>}
        {run.startedAt !== null && <Elapsed from={run.startedAt} until={run.endedAt} />}
      </p>
      <div className={styles.actions}>
        {!isFinal(run.state) && (
          <Button
            icon={<Square size={10} strokeWidth={1.5} fill="currentColor" />}
            data-testid="detail-stop"
            onClick={() => onStop(run)}
          >
            {t(run.stopping ? 'delegation.stopNow' : 'delegation.stop')}
          </Button>
        )}
        <Button
          look="quiet"
          icon={<ExternalLink size={14} strokeWidth={1.5} />}
          title={run.transcriptPath}
          data-testid="show-file"
          onClick={() => onShowFile(run.id)}
        >
          {t('work.showFile')}
        </Button>
      </div>
      <p className={styles.path} title={run.transcriptPath} aria-label={t('work.file')}>
        <bdi>{run.transcriptPath}</bdi>
      </p>
    </header>
  )
}
