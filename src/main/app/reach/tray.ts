import { Menu, nativeImage, Tray } from 'electron'
import { join } from 'node:path'
import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { SystemTexts } from '../texts.ts'
import { trayMenu, traySign, type TrayActions, type TrayRows } from './tray-menu.ts'

/** Rows change many times a second, a menu that a person looks at should not. */
const REDRAW_MS: Millis = SECOND

export type TrayParts = {
  readonly iconFolder: string
  readonly clock: Clock
  readonly logger: Logger
  readonly texts: SystemTexts
  readonly rows: () => TrayRows
  readonly actions: TrayActions
}

/** The icon in the system's panel. Without a panel that shows icons it is simply not seen; nothing depends on it. */
export interface TrayIcon extends Disposable {
  /** Rows or the language changed: draws it anew, soon. */
  refresh(): void
}

/** To be called after `ready`. */
export function openTray(parts: TrayParts): TrayIcon {
  const { clock, rows, texts, actions } = parts
  const images = loadImages(parts.iconFolder)
  const tray = tryTray(images.idle, parts.logger)
  let drawn = ''
  let booked: Disposable | null = null

  function draw(): void {
    booked = null
    const now = rows()
    const sign = traySign(now, texts)
    const menu = trayMenu(now, texts, actions)
    const looks = JSON.stringify([sign, menu])
    if (tray === null || looks === drawn) return
    drawn = looks
    tray.setImage(sign.needsYou > 0 ? images.attention : images.idle)
    tray.setToolTip(sign.tooltip)
    if (process.platform === 'darwin') tray.setTitle(sign.running > 0 ? ` ${sign.running}` : '')
    tray.setContextMenu(Menu.buildFromTemplate(menu))
  }

  tray?.on('click', () => {
    if (process.platform !== 'darwin') actions.show()
  })
  draw()
  return {
    refresh: () => void (booked ??= clock.setTimer(REDRAW_MS, draw)),
    [Symbol.dispose]() {
      booked?.[Symbol.dispose]()
      tray?.destroy()
    },
  }
}

function loadImages(folder: string) {
  const load = (name: string) => nativeImage.createFromPath(join(folder, `${name}.png`))
  return process.platform === 'darwin'
    ? { idle: load('trayTemplate'), attention: load('trayAttentionTemplate') }
    : { idle: load('tray'), attention: load('tray-attention') }
}

function tryTray(image: Electron.NativeImage, logger: Logger): Tray | null {
  try {
    return new Tray(image)
  } catch (error) {
    logger.warn('tray.missing', { error })
    return null
  }
}
