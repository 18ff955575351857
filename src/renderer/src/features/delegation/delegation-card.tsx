import { GitFork } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isFinal, type RunView } from '../../../../shared/delegation.ts'
import type { DelegationId, RunId } from '../../../../shared/ids.ts'
import { Button } from '../../components/button.tsx'
import styles from './delegation-card.module.css'
import { RunRow } from './run-row.tsx'
import { countsOf } from './run-tree.ts'

type Props = {
  readonly delegationId: DelegationId | null
  /** In the order of the tasks. */
  readonly runs: readonly RunView[]
  /** What was asked for, while no run is known yet. */
  readonly goals: readonly string[]
  readonly onOpen: (runId: RunId) => void
  readonly onStop: (run: RunView) => void
  readonly onStopAll: (delegationId: DelegationId) => void
}

function Summary({ runs }: { readonly runs: readonly RunView[] }) {
  const { t } = useTranslation()
  const counts = countsOf(runs)
  return (
    <span className={`${styles.summary} figures`}>
      {counts.needYou > 0 && (
        <span className={styles.needYou}>{t('delegation.needYou', { count: counts.needYou })}</span>
      )}
      {counts.working > 0 && <span>{t('delegation.working', { count: counts.working })}</span>}
      {counts.queued > 0 && <span>{t('delegation.queued', { count: counts.queued })}</span>}
      {counts.ended > 0 && <span>{t('delegation.ended', { count: counts.ended })}</span>}
    </span>
  )
}

/** What was handed over in one call: a row a run, and each row says where it stands. */
export function DelegationCard({ delegationId, runs, goals, onOpen, onStop, onStopAll }: Props) {
  const { t } = useTranslation()
  const live = runs.filter((run) => !isFinal(run.state)).length
  return (
    <section
      className={styles.card}
      data-testid="delegation-card"
      data-delegation={delegationId ?? undefined}
    >
      <header className={styles.head}>
        <GitFork size={16} strokeWidth={1.5} aria-hidden="true" />
        <h2 className={styles.title}>
          {t('delegation.title', { count: runs.length === 0 ? goals.length : runs.length })}
        </h2>
        {runs.length === 0 ? (
          <span className={styles.summary}>{t('delegation.starting')}</span>
        ) : (
          <Summary runs={runs} />
        )}
        {delegationId !== null && live > 1 && (
          <Button
            look="quiet"
            className={styles.stop}
            aria-label={t('delegation.stopAll')}
            data-testid="delegation-stop"
            onClick={() => onStopAll(delegationId)}
          >
            {t('delegation.stopAllShort')}
          </Button>
        )}
      </header>
      <ul className={styles.rows} aria-label={t('delegation.rows')}>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} onOpen={onOpen} onStop={onStop} />
        ))}
        {runs.length === 0 &&
          goals.map((goal, index) => (
            <li key={index} className={styles.goal}>
              {goal}
            </li>
          ))}
      </ul>
    </section>
  )
}
