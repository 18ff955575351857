import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunView } from '../../../../shared/delegation.ts'
import type { RunId } from '../../../../shared/ids.ts'
import { Elapsed } from '../../components/elapsed.tsx'
import { RunLine, RunMark } from './run-line.tsx'
import { treeOf } from './run-tree.ts'
import styles from './run-tree-view.module.css'

/** Space before a row, and more for each level, in pixels. */
const FIRST_INDENT = 16
const INDENT = 20

type Props = {
  readonly runs: Iterable<RunView>
  readonly chosen: RunId | null
  readonly onChoose: (runId: RunId) => void
}

type RowProps = {
  readonly run: RunView
  readonly level: number
  readonly chosen: boolean
  readonly onChoose: (runId: RunId) => void
}

/** One run of the tree. Only what happened to this run draws it again. */
const TreeRow = memo(function TreeRow({ run, level, chosen, onChoose }: RowProps) {
  return (
    <li data-testid="tree-row" data-state={run.state}>
      <button
        type="button"
        className={styles.row}
        style={{ paddingInlineStart: FIRST_INDENT + level * INDENT }}
        aria-current={chosen ? 'true' : undefined}
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
  )
})

/** All runs of the conversation, each below the one that asked for it. */
export function RunTreeView({ runs, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={styles.tree} aria-label={t('work.tree')}>
      {treeOf(runs).map(({ run, level }) => (
        <TreeRow key={run.id} run={run} level={level} chosen={run.id === chosen} onChoose={onChoose} />
      ))}
    </ul>
  )
}
