import { Notification } from 'electron'
import { disposable } from '../../platform/disposables.ts'
import type { Logger } from '../../platform/logger.ts'
import { escapeMarkup, type Notice } from './notice.ts'

export type NotificationParts = {
  readonly icon: string
  readonly logger: Logger
  readonly onClick: (notice: Notice) => void
}

/** Shows a notification of the system; silent when it only replaces another. Where none can be shown, that is logged. */
export const createNotificationShower =
  ({ icon, logger, onClick }: NotificationParts) =>
  (notice: Notice, isUpdate: boolean): Disposable => {
    const notification = new Notification({
      title: notice.title,
      body: process.platform === 'linux' ? escapeMarkup(notice.body) : notice.body,
      silent: isUpdate,
      ...(process.platform === 'linux' && { icon }),
    })
    notification.on('click', () => onClick(notice))
    notification.on('failed', (_event, error) => logger.warn('notification.failed', { error }))
    notification.show()
    logger.info('notification.shown', { kind: notice.kind, subject: notice.subject })
    return disposable(() => notification.close())
  }
