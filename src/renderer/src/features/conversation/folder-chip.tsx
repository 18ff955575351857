import { Folder } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { baseName } from '../../lib/base-name.ts'
import styles from './chip.module.css'

type Props = { readonly folder: string | null; readonly onChoose: () => void }

/** The folder that the agent works in; a click chooses one. */
export function FolderChip({ folder, onChoose }: Props) {
  const { t } = useTranslation()
  const name = folder === null ? t('folder.choose') : baseName(folder)
  return (
    <button
      type="button"
      className={styles.chip}
      data-testid="folder-chip"
      title={folder === null ? t('folder.none') : t('folder.inUse', { path: folder })}
      onClick={onChoose}
    >
      <Folder size={14} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.text}>{name}</span>
    </button>
  )
}
