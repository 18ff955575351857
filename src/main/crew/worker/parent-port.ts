import type { ParentPort } from '../../platform/child.ts'

/** What Electron gives a utility process; under plain Node there is none. */
type ElectronPort = {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

/** The channel to whoever started this process: Electron's utility process has one, Node's fork another. */
export function parentPort(self: NodeJS.Process): ParentPort {
  const electron = (self as { parentPort?: unknown }).parentPort as ElectronPort | undefined
  if (electron) {
    return {
      send: (message) => electron.postMessage(message),
      onMessage: (listener) => electron.on('message', ({ data }) => listener(data)),
      onClose: (listener) => electron.on('close', listener),
    }
  }
  return {
    send: (message) => void self.send?.(message),
    onMessage: (listener) => void self.on('message', listener),
    onClose: (listener) => void self.on('disconnect', listener),
  }
}
