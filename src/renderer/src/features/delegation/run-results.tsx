import { useTranslation } from 'react-i18next'
import type { RunView } from '../../../../shared/delegation.ts'
import { statusOf } from '../../../../shared/status.ts'
import { FailureEntry } from '../../components/transcript/failure-entry.tsx'
import { Fold } from '../../components/fold.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { StatusMark } from '../../components/status-mark.tsx'
import styles from './run-results.module.css'

/** Results of several runs, each folded to one line: its goal and how it ended. */
export function RunResults({ runs }: { readonly runs: readonly RunView[] }) {
  const { t } = useTranslation('system')
  return (
    <ul className={styles.results}>
      {runs.map((run) => (
        <li key={run.id} data-testid="run-result" data-state={run.state}>
          <Fold
            summary={
              <>
                <StatusMark status={statusOf(run)} worded={false} />
                <span className={styles.goal}>{run.goal}</span>
                <span className={styles.state}>{t(`status.${statusOf(run).word}`)}</span>
              </>
            }
          >
            <div className={styles.body}>
              {run.result !== null && run.result.summary !== '' && <Markdown text={run.result.summary} />}
              {run.result?.error && <FailureEntry error={run.result.error} />}
            </div>
          </Fold>
        </li>
      ))}
    </ul>
  )
}
