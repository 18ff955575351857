import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOutput } from '../../../../shared/calls.ts'
import { toAppError } from '../../../../shared/errors.ts'
import { Button } from '../../components/button.tsx'
import { StatusMark } from '../../components/status-mark.tsx'
import { FailureEntry } from '../../components/transcript/failure-entry.tsx'
import { duration } from '../../lib/figures.ts'
import type { Host } from '../../lib/host.ts'
import styles from './test-call.module.css'

type Props = {
  readonly baseUrl: string
  readonly name: string
  /** A key that is not kept yet; null: the stored one. */
  readonly typedKey: string | null
  readonly host: Host
  /** The model answered. */
  readonly onAnswered: () => void
}
type Outcome = CallOutput<'settings.testModel'>

function Answer({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation()
  if (outcome.error !== null) return <FailureEntry error={outcome.error} />
  const latency = duration(t, outcome.latencyMs)
  return (
    <p className={styles.ok}>
      <StatusMark status={{ icon: 'tick', tone: 'done', word: 'done' }} worded={false} />
      {outcome.reply === ''
        ? t('settings.models.testedEmpty', { latency })
        : t('settings.models.tested', { latency, reply: outcome.reply })}
    </p>
  )
}

/** One real call to the endpoint, with its real answer or its real error. */
export function TestCall({ baseUrl, name, typedKey, host, onAnswered }: Props) {
  const { t } = useTranslation()
  const [calling, setCalling] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const call = async () => {
    setCalling(true)
    setOutcome(null)
    try {
      const answer = await host.call('settings.testModel', { baseUrl, name, key: typedKey })
      setOutcome(answer)
      if (answer.ok) onAnswered()
    } catch (thrown) {
      setOutcome({ ok: false, latencyMs: 0, reply: '', error: toAppError(thrown).toWire() })
    } finally {
      setCalling(false)
    }
  }
  return (
    <div className={styles.test}>
      <Button
        data-testid="settings-test"
        disabled={baseUrl === '' || name === '' || calling}
        onClick={() => void call()}
      >
        {calling ? t('settings.models.testing') : t('settings.models.test')}
      </Button>
      <div role="status" data-testid="settings-test-result" data-ok={outcome?.ok}>
        {outcome !== null && <Answer outcome={outcome} />}
      </div>
    </div>
  )
}
