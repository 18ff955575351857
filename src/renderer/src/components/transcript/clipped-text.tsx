import { Clipped } from './clipped.tsx'
import styles from './clipped-text.module.css'

/** Lines that stand before the rest is asked for. */
const LINES_SHOWN = 16

/** Plain output of a tool. */
export function ClippedText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Clipped lines={text.replace(/\n$/, '').split('\n')} most={LINES_SHOWN} label={label}>
      {(shown) => <span className={styles.text}>{shown.join('\n')}</span>}
    </Clipped>
  )
}
