import { useTranslation } from 'react-i18next'
import { duration } from '../lib/figures.ts'
import { useNow } from '../lib/use-now.ts'

type Props = {
  /** Milliseconds since 1970. */
  readonly from: number
  /** Null: it still goes on. */
  readonly until: number | null
}

/** How long something took, or takes; computed from the ledger's times, so that it never runs on by itself. */
export function Elapsed({ from, until }: Props) {
  const { t } = useTranslation()
  const now = useNow(until === null ? 1_000 : null)
  return <span className="figures">{duration(t, Math.max(0, (until ?? now) - from))}</span>
}
