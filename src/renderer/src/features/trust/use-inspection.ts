import { useEffect, useState } from 'react'
import type { FolderInspection } from '../../../../shared/folder-trust.ts'
import { onWindowFocus, type Host } from '../../lib/host.ts'

/** What a folder brings, read anew whenever the window comes to the front; the sheet opens for what nobody answered. */
export function useInspection(host: Host, folder: string) {
  const [inspection, setInspection] = useState<FolderInspection | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isShown = true
    const look = () =>
      void host.call('folder.inspect', { folder }).then(
        (found) => {
          if (!isShown) return
          setInspection(found)
          if (found.asks) setOpen(true)
        },
        () => undefined, // a folder that is gone is told where it is used
      )
    look()
    const ignore = onWindowFocus(look)
    return () => {
      isShown = false
      ignore()
    }
  }, [host, folder])

  const answer = (trusted: boolean) => {
    if (inspection === null) return
    const items = inspection.items.map(({ path, sha256 }) => ({ path, sha256 }))
    setOpen(false)
    void host.call('folder.trust', { folder, trusted, items }).then(setInspection, () => setOpen(true))
  }
  return { inspection, isOpen, open: () => setOpen(true), close: () => setOpen(false), answer }
}
