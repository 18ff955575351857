import { FolderInput } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Host } from '../lib/host.ts'
import styles from './drop-zone.module.css'

type Props = {
  readonly host: Host
  readonly onFolder: (path: string) => void
  /** Something was dropped that is no folder. */
  readonly onOther: () => void
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** The path of the dropped folder; null when it is none. */
function folderOf(event: DragEvent, host: Host): string | null {
  const item = event.dataTransfer?.items[0]
  const file = event.dataTransfer?.files[0]
  if (file === undefined) return null
  const isFile = item?.webkitGetAsEntry()?.isFile === true
  const path = host.pathOf(file)
  return isFile || path === '' ? null : path
}

/** Takes a folder wherever it is dropped; says so while one is held over the window. */
export function DropZone({ host, onFolder, onOther }: Props) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setHeld(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHeld(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setHeld(false)
      const folder = folderOf(event, host)
      if (folder === null) onOther()
      else onFolder(folder)
    }
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    return () => ending.abort()
  }, [host, onFolder, onOther])

  if (!held) return null
  return (
    <div className={styles.zone} data-testid="drop-zone">
      <div className={styles.words}>
        <FolderInput size={32} strokeWidth={1.25} aria-hidden="true" />
        <p className={styles.title}>{t('folder.drop')}</p>
        <p>{t('folder.dropHint')}</p>
      </div>
    </div>
  )
}
