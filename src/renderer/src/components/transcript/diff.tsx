import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diffLines, type DiffLine } from '../../lib/diff-lines.ts'
import styles from './diff.module.css'

/** Lines of a change that stand before the rest is asked for. */
const LINES_SHOWN = 12

const SIGN: Record<DiffLine['kind'], string> = { added: '+', removed: '−', same: ' ', hunk: '' }

/** What changed in one file, line by line: by sign as well as by tint. */
export function Diff({ diff, label }: { readonly diff: string; readonly label: string }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const lines = diffLines(diff)
  const isLong = lines.length > LINES_SHOWN
  const shown = whole || !isLong ? lines : lines.slice(0, LINES_SHOWN)
  return (
    <div className={styles.diff} data-testid="diff">
      <pre className={styles.lines} tabIndex={0} aria-label={label}>
        {shown.map((line, index) => (
          <span key={index} className={styles.line} data-kind={line.kind}>
            <span className={styles.sign}>{SIGN[line.kind]}</span>
            {line.text}
            {'\n'}
          </span>
        ))}
      </pre>
      {isLong && (
        <button type="button" className={styles.more} onClick={() => setWhole(!whole)}>
          {whole ? t('tool.showLess') : t('tool.showAll', { count: lines.length })}
        </button>
      )}
    </div>
  )
}
