import type { ParentPort } from '../../platform/child.ts'

type ElectronPort = {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

type NodeProcess = Pick<NodeJS.Process, 'send' | 'on'>

/** The channel to whoever started this process: Electron's utility process has one, Node's fork another. */
export function parentPort(self: NodeProcess & { readonly parentPort?: ElectronPort | undefined }): ParentPort {
  const electron = self.parentPort
  if (electron) {
    return {
      send: (message) => electron.postMessage(message),
      onMessage: (listener) => electron.on('message', ({ data }) => listener(data)),
      onClose: (listener) => electron.on('close', listener),
    }
  }
  return {
    send: (message) => void self.send?.(message),
    onMessage: (listener) => self.on('message', listener),
    onClose: (listener) => self.on('disconnect', listener),
  }
}
