import { app } from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The checkout, or the archive of a package. */
const ROOT = app.getAppPath()

export const WORKER = join(ROOT, 'out', 'main', 'worker.js')
export const PRELOAD = join(ROOT, 'out', 'preload', 'index.cjs')
export const PAGE = join(ROOT, 'out', 'renderer')
/** Files that are read at run time. */
export const RESOURCES = join(ROOT, 'resources')
export const home = homedir
