import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolAbility } from '../../../../shared/found-models.ts'
import { toAppError, type WireError } from '../../../../shared/errors.ts'
import type { ModelProbe } from '../../../../shared/settings.ts'
import { Button } from '../../components/button.tsx'
import { StatusMark } from '../../components/status-mark.tsx'
import { FailureEntry } from '../../components/transcript/failure-entry.tsx'
import type { Host } from '../../lib/host.ts'
import styles from './test-call.module.css'

type Props = {
  readonly baseUrl: string
  readonly name: string
  readonly typedKey: string | null
  readonly probes: readonly ModelProbe[]
  readonly host: Host
}

const MARKS = {
  calls: { icon: 'tick', tone: 'done', word: 'done' },
  calls_badly: { icon: 'triangle', tone: 'waiting', word: 'waiting' },
  cannot: { icon: 'cross', tone: 'failed', word: 'failed' },
} as const satisfies Record<ToolAbility, unknown>

/** Whether the model calls tools, seen by one real request; what was seen is remembered. */
export function ToolProbe({ baseUrl, name, typedKey, probes, host }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<WireError | null>(null)
  const known = probes.find((probe) => probe.baseUrl === baseUrl && probe.name === name)?.tools
  const ask = async () => {
    setAsking(true)
    setError(null)
    try {
      setError((await host.call('models.probe', { baseUrl, name, key: typedKey })).error)
    } catch (thrown) {
      setError(toAppError(thrown).toWire())
    } finally {
      setAsking(false)
    }
  }
  return (
    <div className={styles.test}>
      <Button
        data-testid="settings-probe"
        disabled={baseUrl === '' || name === '' || asking}
        onClick={() => void ask()}
      >
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
