import { useTranslation } from 'react-i18next'
import type { Amount, BudgetView } from '../../../../shared/budget.ts'
import { Button } from '../../components/button.tsx'
import { WaitingCard } from '../../components/waiting-card.tsx'
import { amountText } from './amount.ts'
import styles from './budget-card.module.css'

type Props = {
  readonly budget: BudgetView
  /** How much one raise is. */
  readonly step: Amount
  readonly onRaise: () => void
  readonly onStop: () => void
}

/** Of a limit what can be reached: tokens count only where prices are not known. */
const counted = (amount: Amount, today: Amount): Amount => ({
  micros: today.micros > 0 ? amount.micros : 0,
  tokens: today.tokens > 0 ? amount.tokens : 0,
})

const sum = (one: Amount, other: Amount): Amount => ({
  micros: one.micros + other.micros,
  tokens: one.tokens + other.tokens,
})

/** What a conversation used today, and where it pauses; where it has, the ways on. */
export function BudgetCard({ budget, step, onRaise, onStop }: Props) {
  const { t, i18n } = useTranslation()
  const { state, today, limit, waiting } = budget
  const words = (amount: Amount, join: 'both' | 'either') => amountText(t, i18n.language, { ...amount, join })
  const used = words(today, 'both')
  const figures = {
    used: today.estimated ? t('figures.estimated', { figure: used }) : used,
    limit: words(counted(limit, today), 'either'),
  }
  if (state === 'warned')
    return (
      <p className={styles.warned} data-testid="budget-warned">
        {t('budget.warned', figures)}
      </p>
    )
  const count = waiting.turns + waiting.runs
  return (
    <WaitingCard
      title={t('budget.spentTitle')}
      testId="budget-card"
      actions={
        <>
          <Button look="primary" data-testid="budget-raise" onClick={onRaise}>
            {t('budget.raise', { limit: words(counted(sum(today, step), today), 'either') })}
          </Button>
          {count > 0 && (
            <Button data-testid="budget-stop" onClick={onStop}>
              {t('budget.stop')}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.body}>{t('budget.spent', figures)}</p>
      {count > 0 && <p className={styles.body}>{t('budget.waiting', { count })}</p>}
    </WaitingCard>
  )
}
