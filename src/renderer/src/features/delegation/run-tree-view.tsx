import { useTranslation } from 'react-i18next'
import type { RunView } from '../../../../shared/delegation.ts'
import type { RunId } from '../../../../shared/ids.ts'
import { Elapsed } from '../../components/elapsed.tsx'
import { RunLine, RunMark } from './run-line.tsx'
import { treeOf } from './run-tree.ts'
import styles from './run-tree-view.module.css'

type Props = {
  readonly runs: Iterable<RunView>
  readonly chosen: RunId | null
  readonly onChoose: (runId: RunId) => void
}

/** All runs of the conversation, each below the one that asked for it. */
export function RunTreeView({ runs, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={styles.tree} aria-label={t('work.tree')}>
      {treeOf(runs).map(({ run, level }) => (
        <li key={run.id} data-testid="tree-row" data-state={run.state}>
          <button
            type="button"
            className={styles.row}
            style={{ paddingInlineStart: 16 + level * 20 }}
            aria-current={run.id === chosen ? 'true' : undefined}
            onClick={() => onChoose(run.id)}
          >
            <RunMark run={run} />
            <span className={styles.goal}>{run.goal}</span>
            <span className={styles.elapsed}>
              {run.startedAt !== null && <Elapsed from={run.startedAt} until={run.endedAt} />}
            </span>
            <RunLine run={run} />
          </button>
        </li>
      ))}
    </ul>
  )
}
