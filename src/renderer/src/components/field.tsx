import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

type Props = {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: ReactNode
  /** Draws the control; it must carry this id and description. */
  readonly children: (control: { id: string; 'aria-describedby': string }) => ReactNode
  /** `beside`: label left, control right; for small controls. */
  readonly layout?: 'below' | 'beside'
}

/** A control with its label, a hint, and what is wrong with it. */
export function Field({ label, hint, problem, children, layout = 'below' }: Props) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className={styles.field} data-layout={layout}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>{children({ id, 'aria-describedby': hintId })}</div>
      <div id={hintId} className={styles.hint}>
        {hint}
        {problem !== undefined && problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}
