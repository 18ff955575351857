import { useTranslation } from 'react-i18next'
import { isFinal, type RunView } from '../../../../shared/delegation.ts'
import { statusOf } from '../../../../shared/status.ts'
import { StatusMark } from '../../components/status-mark.tsx'
import { useToolName } from '../../components/transcript/use-tool-name.ts'
import { money, tokenCount } from '../../lib/figures.ts'
import { plainLine } from '../../lib/plain-line.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import styles from './run-line.module.css'

/** What a run does now; once it has ended, what it said or why it ended. */
function useActivity(run: RunView): string {
  const toolName = useToolName()
  const errorText = useErrorText()
  if (isFinal(run.state)) {
    if (run.result?.error) return errorText(run.result.error).title
    return plainLine(run.result?.summary ?? '')
  }
  return run.activity === null ? '' : `${toolName(run.activity.tool)} ${run.activity.target}`
}

/** Why nothing is to be seen of a run at work; empty when there is nothing to say of it. */
function useStandstill({ state, stopping, queuePlace, modelPlace, quietMinutes }: RunView): string {
  const { t } = useTranslation()
  if (queuePlace !== null) return t('delegation.place', { place: queuePlace })
  if (state !== 'starting' && state !== 'running' && state !== 'waiting') return ''
  if (stopping) return t('delegation.stopping')
  if (modelPlace !== null) return t('delegation.inLine', { place: modelPlace })
  return quietMinutes > 0 ? t('delegation.quiet', { count: quietMinutes }) : ''
}

/** The second line of a run: its state as a word, what it does, and what it took so far. */
export function RunLine({ run }: { readonly run: RunView }) {
  const { t, i18n } = useTranslation()
  const { t: system } = useTranslation('system')
  const status = statusOf(run)
  const activity = useActivity(run)
  const standstill = useStandstill(run)
  const tokens = tokenCount(t, i18n.language, run)
  const cost = money(t, i18n.language, run.cost)
  return (
    <span className={styles.line}>
      <span className={styles.word} data-tone={status.tone}>
        {system(`status.${status.word}`)}
      </span>
      {standstill !== '' && (
        <span className={styles.standstill} data-testid="standstill">
          {standstill}
        </span>
      )}
      {activity !== '' && <span className={styles.activity}>{activity}</span>}
      <span className={`${styles.figures} figures`}>
        {run.steps > 0 && <span>{t('delegation.steps', { count: run.steps })}</span>}
        {tokens !== '' && <span>{t('delegation.tokens', { figure: tokens })}</span>}
        {cost !== '' && <span data-testid="run-cost">{cost}</span>}
      </span>
    </span>
  )
}

/** The mark of a run's state; its word stands in the second line. */
export const RunMark = ({ run }: { readonly run: RunView }) => (
  <StatusMark status={statusOf(run)} worded={false} />
)
