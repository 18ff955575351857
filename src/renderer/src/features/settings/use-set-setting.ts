import { useCallback } from 'react'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import type { Host } from '../../lib/host.ts'

/** Asks for one change, by dotted path. The screen changes when the host says that it is done. */
export type SetSetting = (path: string, value: unknown) => void

export const useSetSetting = (host: Host, onProblem: (error: AppError) => void): SetSetting =>
  useCallback(
    (path, value) => {
      host
        .call('settings.change', { changes: [{ path, value }] })
        .catch((thrown: unknown) => onProblem(toAppError(thrown)))
    },
    [host, onProblem],
  )
