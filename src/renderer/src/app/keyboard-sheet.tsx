import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/dialog.tsx'
import { keysOf, type Shortcut } from '../lib/shortcut.ts'
import styles from './keyboard-sheet.module.css'
import { LOCAL_SHORTCUTS, SHORTCUTS } from './shortcuts.ts'

type Props = { readonly open: boolean; readonly isMac: boolean; readonly onClose: () => void }

function Row({ name, shortcut, isMac }: { name: string; shortcut: Shortcut; isMac: boolean }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        {keysOf(shortcut, isMac).map((key) => (
          <kbd key={key} className={styles.key}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  )
}

/** Every key there is, out of the one registry. */
export function KeyboardSheet({ open, isMac, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onClose={onClose} title={t('keyboard.title')}>
      <dl data-testid="keyboard-sheet">
        {SHORTCUTS.map(({ command, shortcut }) => (
          <Row key={command} name={t(`keyboard.${command}`)} shortcut={shortcut} isMac={isMac} />
        ))}
        {LOCAL_SHORTCUTS.map(({ name, shortcut }) => (
          <Row key={name} name={t(`keyboard.${name}`)} shortcut={shortcut} isMac={isMac} />
        ))}
      </dl>
    </Dialog>
  )
}
