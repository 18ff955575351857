import { useEffect, useReducer } from 'react'
import { toAppError } from '../../../../shared/errors.ts'
import { onWindowFocus, type Host } from '../../lib/host.ts'
import { NOT_LOOKED, reduceSheet } from './sheet-state.ts'

/**
 * What a folder brings, read anew whenever the window comes to the front and whenever `moment` is another one; the sheet
 * opens for what nobody answered.
 */
export function useInspection(host: Host, folder: string, moment: string) {
  const [state, dispatch] = useReducer(reduceSheet, NOT_LOOKED)
  useEffect(() => {
    let isShown = true
    let looks = 0
    const look = () => {
      const own = ++looks
      void host.call('folder.inspect', { folder }).then(
        (found) => isShown && own === looks && dispatch({ type: 'looked', found }),
        () => undefined, // a folder that is gone is told where it is used
      )
    }
    look()
    const ignore = onWindowFocus(look)
    return () => {
      isShown = false
      ignore()
    }
  }, [host, folder, moment])

  const answer = (trusted: boolean) => {
    const about = state.found
    if (about === null) return
    const items = about.items.map(({ path, sha256 }) => ({ path, sha256 }))
    dispatch({ type: 'answering' })
    void host.call('folder.trust', { folder, trusted, items }).then(
      (found) => dispatch({ type: 'answered', about, found }),
      (thrown: unknown) => dispatch({ type: 'refused', problem: toAppError(thrown).toWire() }),
    )
  }
  return {
    ...state,
    open: () => dispatch({ type: 'opened' }),
    close: () => dispatch({ type: 'closed' }),
    answer,
  }
}
