import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import styles from './fold.module.css'

type Props = {
  readonly summary: ReactNode
  /** Its name for a screen reader, when the summary is not enough. */
  readonly label?: string
  readonly openAtFirst?: boolean
  readonly children: ReactNode
}

/** One line that opens to more. What is inside is not built before it is asked for. */
export function Fold({ summary, label, openAtFirst = false, children }: Props) {
  const [open, setOpen] = useState(openAtFirst)
  return (
    <div className={styles.fold}>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={open}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight className={styles.chevron} size={14} strokeWidth={1.5} aria-hidden="true" />
        {summary}
      </button>
      {open && <div className={styles.body}>{children}</div>}
    </div>
  )
}
