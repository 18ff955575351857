import { useTranslation } from 'react-i18next'
import type { ToolAbility } from '../../../../shared/found-models.ts'
import type { Status } from '../../../../shared/status.ts'
import { Button } from '../../components/button.tsx'
import { StatusMark } from '../../components/status-mark.tsx'
import { FailureEntry } from '../../components/transcript/failure-entry.tsx'
import styles from './test-call.module.css'
import type { ToolProbeState } from './use-tool-probe.ts'

type Props = {
  readonly probe: ToolProbeState
  /** There is an endpoint and a model to ask. */
  readonly isReady: boolean
}

const MARKS: Record<ToolAbility, Status> = {
  calls: { icon: 'tick', tone: 'done', word: 'done' },
  calls_badly: { icon: 'triangle', tone: 'waiting', word: 'waiting' },
  cannot: { icon: 'cross', tone: 'failed', word: 'failed' },
}

/** Whether the model calls tools, seen by one real request; what was seen is remembered. */
export function ToolProbe({ probe: { asking, error, known, ask }, isReady }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.test}>
      <Button data-testid="settings-probe" disabled={!isReady || asking} onClick={() => void ask()}>
        {asking ? t('settings.models.probing') : t('settings.models.probe')}
      </Button>
      <div role="status" data-testid="settings-probe-result" data-tools={known}>
        {error !== null && <FailureEntry error={error} />}
        {error === null && known !== undefined && (
          <p className={styles.ok}>
            <StatusMark status={MARKS[known]} worded={false} />
            {t(`settings.models.tools.${known}`)}
          </p>
        )}
      </div>
    </div>
  )
}
