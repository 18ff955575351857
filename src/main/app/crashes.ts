import type { App } from 'electron'
import type { Logger } from '../platform/logger.ts'

/**
 * Logs what nobody caught, here and in the processes that belong to us. Main goes on: what counts is in the ledger, and
 * a dialog of the runtime would help nobody.
 */
export function watchForCrashes(app: App, logger: Logger): void {
  process.on('uncaughtException', (error) => logger.error('main.uncaught', { error }))
  process.on('unhandledRejection', (error) => logger.error('main.unhandled', { error }))
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, name }) => {
    if (reason !== 'clean-exit') logger.warn('process.gone', { type, reason, exitCode, serviceName, name })
  })
}
