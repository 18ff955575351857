import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './clipped-text.module.css'

/** Lines that stand before the rest is asked for. */
const LINES_SHOWN = 16

/** Plain output of a tool: its first lines, and the rest when asked for. */
export function ClippedText({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const lines = text.replace(/\n$/, '').split('\n')
  const isLong = lines.length > LINES_SHOWN
  const shown = whole || !isLong ? lines : lines.slice(0, LINES_SHOWN)
  return (
    <div className={styles.box}>
      <pre className={styles.text} tabIndex={0} aria-label={label}>
        {shown.join('\n')}
      </pre>
      {isLong && (
        <button type="button" className={styles.more} onClick={() => setWhole(!whole)}>
          {whole ? t('tool.showLess') : t('tool.showAll', { count: lines.length })}
        </button>
      )}
    </div>
  )
}
