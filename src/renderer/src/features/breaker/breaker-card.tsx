import { useTranslation } from 'react-i18next'
import type { BreakerView } from '../../../../shared/breaker.ts'
import type { ModelChoice } from '../../../../shared/settings.ts'
import { Button } from '../../components/button.tsx'
import { WaitingCard } from '../../components/waiting-card.tsx'
import { duration } from '../../lib/figures.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import { useNow } from '../../lib/use-now.ts'
import styles from './breaker-card.module.css'

type Props = {
  readonly breaker: BreakerView
  /** Models to turn to instead. */
  readonly others: readonly ModelChoice[]
  readonly onTurnTo: (choice: ModelChoice) => void
  readonly onResume: () => void
  /** Model and key are changed in the settings. */
  readonly onSettings: () => void
}

/** How long until it goes on by itself; it counts down. */
function Resumes({ at }: { readonly at: number }) {
  const { t } = useTranslation()
  const now = useNow(1_000)
  return (
    <p className={styles.resumes}>{t('breaker.resumes', { wait: duration(t, Math.max(0, at - now)) })}</p>
  )
}

/** Why work waits for its model, how much of it, and the ways on. One card for all that waits. */
export function BreakerCard({ breaker, others, onTurnTo, onResume, onSettings }: Props) {
  const { t } = useTranslation()
  const { title, body, verbatim } = useErrorText()(breaker)
  const count = breaker.waiting.turns + breaker.waiting.runs
  return (
    <WaitingCard
      title={t('breaker.title', { reason: title })}
      testId="breaker-card"
      code={breaker.code}
      actions={
        <>
          <Button look="primary" data-testid="breaker-resume" onClick={onResume}>
            {t('breaker.resume')}
          </Button>
          {others.map((choice) => (
            <Button
              key={`${choice.baseUrl} ${choice.name}`}
              title={choice.baseUrl}
              data-testid="breaker-turn-to"
              onClick={() => onTurnTo(choice)}
            >
              {t('breaker.turnTo', { model: choice.name })}
            </Button>
          ))}
          <Button data-testid="breaker-settings" onClick={onSettings}>
            {t('breaker.settings')}
          </Button>
        </>
      }
    >
      <p className={styles.body}>{body}</p>
      {verbatim !== '' && <p className={styles.verbatim}>{verbatim}</p>}
      <p className={styles.body}>{t('breaker.waiting', { count, origin: breaker.origin })}</p>
      {breaker.resumesAt !== null && <Resumes at={breaker.resumesAt} />}
    </WaitingCard>
  )
}
