// A runtime that was made for development brings a default app; a package has its own, and only that.

import { rmSync } from 'node:fs'
import { join } from 'node:path'

/** @param {{ appOutDir: string, electronPlatformName: string }} context */
export function afterPack({ appOutDir, electronPlatformName }) {
  if (electronPlatformName !== 'linux') return
  rmSync(join(appOutDir, 'resources', 'app'), { recursive: true, force: true })
}
