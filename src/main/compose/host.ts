import { app, BrowserWindow, dialog, ipcMain, nativeTheme, powerMonitor, session, shell } from 'electron'
import { join } from 'node:path'
import type { HostSnapshot } from '../../shared/calls.ts'
import type { HostEvent } from '../../shared/events.ts'
import type { ConversationId, RunId } from '../../shared/ids.ts'
import { createAnnouncer } from '../app/announcer.ts'
import { createHandlers } from '../app/handlers/handlers.ts'
import type { HostServices } from '../app/handlers/services.ts'
import { askBeforeQuit, startLifecycle } from '../app/lifecycle.ts'
import { setMenu } from '../app/menu.ts'
import { createQuit, type Quit } from '../app/quit.ts'
import { openRouter } from '../app/router.ts'
import { readSystemFacts } from '../app/system-facts.ts'
import type { SystemTexts } from '../app/texts.ts'
import { guardPages, guardSession } from '../app/windows/guards.ts'
import { openLink } from '../app/windows/links.ts'
import { backgroundFor, createMainWindow } from '../app/windows/main-window.ts'
import { mendPage } from '../app/windows/page-failures.ts'
import { PAGE_URL } from '../app/windows/page-origin.ts'
import { servePage } from '../app/windows/protocol.ts'
import { openWindowMemory, type WindowMemory } from '../app/windows/window-state.ts'
import { createWindows, type Windows } from '../app/windows/windows.ts'
import type { Disposables } from '../platform/disposables.ts'
import type { Foundation } from './foundation.ts'
import { modelChecks } from './model-checks.ts'
import { PAGE, PRELOAD, RESOURCES } from './places.ts'
import type { Runtime } from './runtime.ts'

export type HostParts = {
  readonly foundation: Foundation
  readonly runtime: Runtime
  readonly texts: SystemTexts
  /** Everything that has to end before the process does. */
  readonly parts: Disposables
  readonly onHidden: () => void
}

/** The windows and what they may ask, put together. */
export type Host = Disposable & {
  announce(event: HostEvent): void
  /** Somebody started the app, maybe with a folder: its window comes to the front. */
  welcome(folder: string | null): void
  settingsChanged(): void
  reveal(conversationId: ConversationId, runId: RunId | null): void
  isLookedAt(conversationId: ConversationId): boolean
  readonly memory: WindowMemory
  readonly quit: Quit
}

/** To be called after `ready`. */
export async function openHost({ foundation, runtime, texts, parts, onHidden }: HostParts): Promise<Host> {
  const { clock, logger, settings, dataFolder } = foundation
  const memory = parts.use(await openWindowMemory(join(dataFolder, 'window.json'), clock, logger))
  const announcer = createAnnouncer({ clock, logger })
  const services = createServices(foundation, runtime, {
    texts,
    current: () => windows.current(),
    onKeyChanged: () => tellSettings(),
  })
  const windows: Windows = createWindows({
    pageUrl: PAGE_URL,
    announcer,
    create: () => createWindow({ memory, foundation, texts }),
    handlersFor: (feed) => createHandlers(services, feed),
    onHidden,
  })
  const quit = createQuit({
    clock,
    logger,
    countLive: () => runtime.countLive(),
    ask: (live) => askBeforeQuit(dialog, texts, { window: windows.current(), live }),
    keepInTray: () => windows.current()?.hide(),
    shutDown: () => parts[Symbol.asyncDispose](),
    exit: () => app.exit(0),
  })
  guardPages(app, PAGE_URL)
  guardSession(session.defaultSession, PAGE_URL)
  servePage(session.defaultSession, PAGE)
  parts.use(openRouter(ipcMain, (event) => windows.handlersOf(event), logger))
  startLifecycle({ app, powerMonitor, quit, onActivate: () => windows.show() })

  const tellSystem = (): void => {
    const system = services.system.current()
    for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(backgroundFor(system.dark))
    announcer.announce({ type: 'system.changed', system })
  }
  const tellSettings = (): void =>
    announcer.announce({ type: 'settings.changed', settings: settings.current(), key: keyStatus(foundation) })
  const newConversation = (folder: string | null): void =>
    void runtime.conversations.create(folder).then(
      ({ id }) => windows.reveal(id, null),
      (error: unknown) => logger.warn('folder.refused', { error }),
    )
  const applyTheme = (): void => {
    nativeTheme.themeSource = settings.current().appearance.theme
    setMenu(texts, { newConversation: () => newConversation(null) })
  }
  nativeTheme.on('updated', tellSystem)
  applyTheme()

  return {
    announce: (event) => announcer.announce(event),
    welcome(folder) {
      windows.show()
      if (folder !== null) newConversation(folder)
    },
    settingsChanged() {
      applyTheme()
      tellSettings()
      runtime.settingsChanged()
    },
    reveal: (conversationId, runId) => windows.reveal(conversationId, runId),
    isLookedAt: (id) => windows.isLookedAt(id),
    memory,
    quit,
    [Symbol.dispose]: () => windows[Symbol.dispose](),
  }
}

type WindowParts = {
  readonly memory: WindowMemory
  readonly foundation: Foundation
  readonly texts: SystemTexts
}

function createWindow({ memory, foundation, texts }: WindowParts): BrowserWindow {
  const { clock, logger } = foundation
  const window = createMainWindow({
    pageUrl: PAGE_URL,
    preload: PRELOAD,
    icon: join(RESOURCES, 'icons', 'app.png'),
    isDark: nativeTheme.shouldUseDarkColors,
    memory,
  })
  const ask = async (over: BrowserWindow, question: Electron.MessageBoxOptions): Promise<number> =>
    (await dialog.showMessageBox(over, question)).response
  mendPage(window, { clock, logger, texts, ask })
  return window
}

const keyStatus = ({ settings, secrets }: Foundation): HostSnapshot['key'] =>
  secrets.status(settings.current().model.baseUrl)

type ServiceParts = {
  readonly texts: SystemTexts
  readonly current: () => BrowserWindow | null
  readonly onKeyChanged: () => void
}

/** What the page's calls reach. */
function createServices(
  foundation: Foundation,
  runtime: Runtime,
  { texts, current, onKeyChanged }: ServiceParts,
): HostServices {
  const { settings, secrets, networkProblem } = foundation
  return {
    ...runtime,
    settings,
    networkProblem,
    secrets: {
      status: secrets.status,
      async setKey(baseUrl, key) {
        const kept = await secrets.setKey(baseUrl, key)
        onKeyChanged()
        return kept
      },
    },
    models: modelChecks(foundation),
    system: { current: () => readSystemFacts(app, nativeTheme) },
    shell: {
      async chooseFolder() {
        const options = {
          title: texts.text('dialogs.chooseFolderTitle'),
          buttonLabel: texts.text('dialogs.chooseFolderButton'),
          properties: ['openDirectory' as const, 'createDirectory' as const],
        }
        const over = current()
        const { filePaths } = await (over
          ? dialog.showOpenDialog(over, options)
          : dialog.showOpenDialog(options))
        return filePaths[0] ?? null
      },
      openLink: (url) => openLink((address) => shell.openExternal(address), url),
      showFile: (path) => shell.showItemInFolder(path),
    },
  }
}
