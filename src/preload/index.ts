import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import { CALL_CHANNEL, EVENT_CHANNEL, type Bridge } from '../shared/bridge.ts'
import type { EventBatch } from '../shared/events.ts'

/** All that the page can reach of the host: one request channel, one event channel, the path of a dropped file. */
const bridge: Bridge = Object.freeze({
  call: (name: string, input: unknown) => ipcRenderer.invoke(CALL_CHANNEL, { name, input }),
  onEvents: (listener: (batch: EventBatch) => void) => {
    const forward = (_event: IpcRendererEvent, batch: EventBatch) => listener(batch)
    ipcRenderer.on(EVENT_CHANNEL, forward)
    return () => void ipcRenderer.off(EVENT_CHANNEL, forward)
  },
  pathOf: (file: File) => webUtils.getPathForFile(file),
})

contextBridge.exposeInMainWorld('muster', bridge)
