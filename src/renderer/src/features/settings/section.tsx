import { useId, type ReactNode } from 'react'
import styles from './section.module.css'

type Props = { readonly title: string; readonly lead?: string; readonly children: ReactNode }

/** One subject of the settings page. */
export function Section({ title, lead, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}
