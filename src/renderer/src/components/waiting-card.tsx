import { useId, type ReactNode } from 'react'
import { StatusMark } from './status-mark.tsx'
import styles from './waiting-card.module.css'

type Props = {
  readonly title: string
  readonly testId: string
  /** What kind of trouble it is, for tests and styles. */
  readonly code?: string | undefined
  /** The ways on, the one to take first. */
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** Work waits until a person sees to it: why, and what can be done. One card for all that waits for the same. */
export function WaitingCard({ title, testId, code, actions, children }: Props) {
  const titleId = useId()
  return (
    <section className={styles.card} data-testid={testId} data-code={code} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        <StatusMark status={{ icon: 'triangle', tone: 'waiting', word: 'waiting' }} worded={false} />
        {title}
      </h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
