import { app, BrowserWindow } from 'electron'

// The least that is a window one can type into.
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1200, height: 800 })
  return window.loadURL('data:text/html,<!doctype html><title>empty</title><input>')
})
