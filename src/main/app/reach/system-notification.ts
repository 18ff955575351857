import { Notification } from 'electron'
import { disposable } from '../../platform/disposables.ts'
import type { Logger } from '../../platform/logger.ts'
import { escapeMarkup, type Notice } from './notice.ts'

export type NotificationParts = {
  /** PNG shown beside the text where the system does not know the app's icon. */
  readonly icon: string
  readonly logger: Logger
}

type NotificationText = { readonly title: string; readonly body: string; readonly isSilent: boolean }

/** Shows a notification of the system until disposed. Where none can be shown, that is logged. */
export function showNotification(
  { icon, logger }: NotificationParts,
  { title, body, isSilent }: NotificationText,
  onClick: () => void,
): Disposable {
  const isLinux = process.platform === 'linux'
  const notification = new Notification({
    title,
    body: isLinux ? escapeMarkup(body) : body,
    silent: isSilent,
    ...(isLinux && { icon }),
  })
  notification.on('click', onClick)
  notification.on('failed', (_event, error) => logger.warn('notification.failed', { error }))
  notification.show()
  return disposable(() => notification.close())
}

/** What the notifier shows notices with; silent when one only replaces another. */
export const createNotificationShower =
  (parts: NotificationParts & { readonly onClick: (notice: Notice) => void }) =>
  (notice: Notice, isUpdate: boolean): Disposable => {
    parts.logger.info('notification.shown', { kind: notice.kind, subject: notice.subject })
    return showNotification(parts, { ...notice, isSilent: isUpdate }, () => parts.onClick(notice))
  }
