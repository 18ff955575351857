import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './clipped.module.css'

type Props<T> = {
  readonly lines: readonly T[]
  /** Lines that stand before the rest is asked for. */
  readonly most: number
  readonly label: string
  readonly children: (shown: readonly T[]) => ReactNode
}

/** Lines of text in a box: the first ones, and the rest when asked for. */
export function Clipped<T>({ lines, most, label, children }: Props<T>) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const isLong = lines.length > most
  return (
    <div className={styles.box}>
      <pre className={styles.lines} tabIndex={0} aria-label={label}>
        {children(whole ? lines : lines.slice(0, most))}
      </pre>
      {isLong && (
        <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t('tool.showLess') : t('tool.showAll', { count: lines.length })}
        </button>
      )}
    </div>
  )
}
