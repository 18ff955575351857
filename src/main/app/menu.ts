import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { SystemTexts } from './texts.ts'

export type MenuActions = { readonly newConversation: () => void }

/**
 * The application menu. macOS needs it for copy and paste; elsewhere it is hidden until Alt is pressed. No item
 * reloads the page or opens developer tools.
 */
export function setMenu(texts: SystemTexts, actions: MenuActions): void {
  const isMac = process.platform === 'darwin'
  const menus = [
    ...(isMac ? [appMenu(texts)] : []),
    fileMenu(texts, actions, isMac),
    editMenu(texts),
    viewMenu(texts),
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menus, windowMenu(texts)]))
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' }

const appMenu = ({ text }: SystemTexts): MenuItemConstructorOptions => ({
  label: text('menu.app'),
  submenu: [
    { role: 'about' },
    SEPARATOR,
    { role: 'hide', label: text('menu.hide') },
    { role: 'hideOthers' },
    { role: 'unhide' },
    SEPARATOR,
    { role: 'quit', label: text('menu.quit') },
  ],
})

const fileMenu = (
  { text }: SystemTexts,
  { newConversation }: MenuActions,
  isMac: boolean,
): MenuItemConstructorOptions => ({
  label: text('menu.file'),
  submenu: [
    // The page handles the key itself, in whatever state it is.
    {
      label: text('menu.newConversation'),
      accelerator: 'CmdOrCtrl+N',
      registerAccelerator: false,
      click: newConversation,
    },
    SEPARATOR,
    { role: 'close', label: text('menu.close') },
    ...(isMac ? [] : [{ role: 'quit' as const, label: text('menu.quit'), accelerator: 'Ctrl+Q' }]),
  ],
})

const editMenu = ({ text }: SystemTexts): MenuItemConstructorOptions => ({
  label: text('menu.edit'),
  submenu: [
    { role: 'undo', label: text('menu.undo') },
    { role: 'redo', label: text('menu.redo') },
    SEPARATOR,
    { role: 'cut', label: text('menu.cut') },
    { role: 'copy', label: text('menu.copy') },
    { role: 'paste', label: text('menu.paste') },
    { role: 'selectAll', label: text('menu.selectAll') },
  ],
})

const viewMenu = ({ text }: SystemTexts): MenuItemConstructorOptions => ({
  label: text('menu.view'),
  submenu: [
    { role: 'zoomIn', label: text('menu.zoomIn') },
    { role: 'zoomOut', label: text('menu.zoomOut') },
    { role: 'resetZoom', label: text('menu.zoomReset') },
    SEPARATOR,
    { role: 'togglefullscreen', label: text('menu.fullScreen') },
  ],
})

const windowMenu = ({ text }: SystemTexts): MenuItemConstructorOptions => ({
  label: text('menu.window'),
  submenu: [{ role: 'minimize', label: text('menu.minimize') }],
})
