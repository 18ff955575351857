import { BrowserWindow, screen } from 'electron'
import { clampBounds, DEFAULT_SIZE, MIN_SIZE } from './bounds.ts'
import type { WindowMemory } from './window-state.ts'

/** The page's own background, so that nothing flashes before its first paint. Source: visual language, token bg. */
const BACKGROUND = { light: '#FAF9F7', dark: '#161718' }

export const backgroundFor = (isDark: boolean): string => (isDark ? BACKGROUND.dark : BACKGROUND.light)

export type WindowOptions = {
  readonly pageUrl: string
  /** The bundled preload: one CommonJS file. */
  readonly preload: string
  /** PNG for the title bar and the task list; macOS takes it from the bundle. */
  readonly icon: string
  readonly isDark: boolean
  readonly memory: WindowMemory
}

/** Makes a window that cannot do more than show its page, and shows it as soon as there is something to see. */
export function createMainWindow({ pageUrl, preload, icon, isDark, memory }: WindowOptions): BrowserWindow {
  const { bounds, isMaximized } = memory.state
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...((bounds && clampBounds(bounds, workAreas)) ?? DEFAULT_SIZE),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Muster',
    icon,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: backgroundFor(isDark),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  })
  if (isMaximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  rememberBounds(window, memory)
  void window.loadURL(pageUrl)
  return window
}

function rememberBounds(window: BrowserWindow, memory: WindowMemory): void {
  const remember = (): void =>
    memory.remember({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
  window.on('resize', remember)
  window.on('move', remember)
  window.on('maximize', remember)
  window.on('unmaximize', remember)
}
