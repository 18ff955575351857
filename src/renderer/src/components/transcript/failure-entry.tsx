import type { ReactNode } from 'react'
import type { WireError } from '../../../../shared/errors.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import { StatusMark } from '../status-mark.tsx'
import styles from './failure-entry.module.css'

type Props = {
  readonly error: WireError
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** What happened, why, and what to do; then the other side's own words. A stop by hand is no alarm. */
export function FailureEntry({ error, children }: Props) {
  const { title, body, verbatim } = useErrorText()(error)
  const isAlarm = error.code !== 'stopped'
  return (
    <div className={styles.failure} data-alarm={isAlarm} data-testid="failure" data-code={error.code}>
      <StatusMark
        status={
          isAlarm
            ? { icon: 'cross', tone: 'failed', word: 'failed' }
            : { icon: 'barred-circle', tone: 'stopped', word: 'stopped' }
        }
        worded={false}
      />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {isAlarm && <p className={styles.body}>{body}</p>}
        {verbatim !== '' && <pre className={styles.verbatim}>{verbatim}</pre>}
        {children !== undefined && children !== null && <div className={styles.actions}>{children}</div>}
      </div>
    </div>
  )
}
