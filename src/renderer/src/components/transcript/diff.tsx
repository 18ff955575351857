import { diffLines, type DiffLine } from '../../lib/diff-lines.ts'
import { Clipped } from './clipped.tsx'
import styles from './diff.module.css'

/** Lines of a change that stand before the rest is asked for. */
const LINES_SHOWN = 12

const SIGN: Record<DiffLine['kind'], string> = { added: '+', removed: '−', same: ' ', hunk: '' }

/** What changed in one file, line by line: by sign as well as by tint. */
export function Diff({ diff, label }: { readonly diff: string; readonly label: string }) {
  return (
    <div data-testid="diff">
      <Clipped lines={diffLines(diff)} most={LINES_SHOWN} label={label}>
        {(shown) =>
          shown.map((line, index) => (
            <span key={index} className={styles.line} data-kind={line.kind}>
              <span className={styles.sign}>{SIGN[line.kind]}</span>
              {line.text}
              {'\n'}
            </span>
          ))
        }
      </Clipped>
    </div>
  )
}
