import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { EVENT_CHANNEL } from '../../../shared/bridge.ts'
import type { Handlers } from '../../../shared/calls.ts'
import type { ConversationId, RunId } from '../../../shared/ids.ts'
import type { Announcer } from '../announcer.ts'
import type { Feed } from '../feed.ts'
import { pageOrigin } from './page-origin.ts'

export type WindowsParts = {
  readonly pageUrl: string
  readonly announcer: Announcer
  /** Makes a window, guarded and mended, that begins to load its page. */
  readonly create: () => BrowserWindow
  /** The answers to that window's calls. */
  readonly handlersFor: (feed: Feed) => Handlers
  /** A person closed the window: it was hidden, and everything goes on. */
  readonly onHidden: () => void
}

/** The windows there are: who may call, who is told what, what a person looks at. */
export interface Windows {
  /** Brings the window to the front, making it if there is none. */
  show(): void
  /** Brings it to the front and has its page show this. */
  reveal(conversationId: ConversationId, runId: RunId | null): void
  /** Answers to a call from the top frame of one of our pages in one of our windows; null for any other sender. */
  handlersOf(event: IpcMainInvokeEvent): Handlers | null
  /** Whether a person has this conversation in front of them: the window has the focus and shows it. */
  isLookedAt(conversationId: ConversationId): boolean
  /** For dialogs that belong to it. */
  current(): BrowserWindow | null
  /** Closes for good; until then closing hides. */
  [Symbol.dispose](): void
}

type Open = { readonly window: BrowserWindow; readonly feed: Feed; readonly handlers: Handlers }

export function createWindows(parts: WindowsParts): Windows {
  const { pageUrl, announcer } = parts
  const origin = pageOrigin(pageUrl)
  let open: Open | null = null
  let isEnding = false

  function openWindow(): Open {
    const { window, feed, handlers } = connectWindow(parts)
    window.on('close', (event) => {
      if (isEnding) return
      event.preventDefault()
      window.hide()
      parts.onHidden()
    })
    window.once('closed', () => (open = null))
    return { window, feed, handlers }
  }

  function show(): void {
    if (open === null) {
      open = openWindow()
      return
    }
    if (open.window.isMinimized()) open.window.restore()
    open.window.show()
    open.window.focus()
  }

  return {
    show,
    reveal(conversationId, runId) {
      show()
      announcer.announce({ type: 'reveal.asked', conversationId, runId })
    },
    handlersOf({ sender, senderFrame }) {
      const isOurs = open?.window.webContents === sender && senderFrame?.parent === null
      return isOurs && pageOrigin(senderFrame.url) === origin ? (open?.handlers ?? null) : null
    },
    isLookedAt: (conversationId) =>
      open !== null && open.window.isFocused() && open.feed.focus.conversationId === conversationId,
    current: () => open?.window ?? null,
    [Symbol.dispose]() {
      isEnding = true
      open?.window.close()
    },
  }
}

/** Makes a window and its feed; a page that starts over is told anew. */
function connectWindow({ create, announcer, handlersFor }: WindowsParts): Open {
  const window = create()
  const { webContents } = window
  const feed = announcer.openFeed((batch) => {
    if (!webContents.isDestroyed()) webContents.send(EVENT_CHANNEL, batch)
  })
  webContents.on('did-navigate', () => feed.restart())
  webContents.on('render-process-gone', () => feed.restart())
  window.once('closed', () => feed[Symbol.dispose]())
  return { window, feed, handlers: handlersFor(feed) }
}
