// What an Electron runtime runs when it is given a path: `electron [-r module] path [arguments]`.
//
// An ES module with top-level await on purpose: Electron holds back its `ready` event until this file has been
// evaluated, and thus until the app's own main has. Loaded from CommonJS the app would come too late for what
// has to happen before `ready`, such as declaring a protocol scheme.

import { app } from 'electron'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/** Reads the preloads and the path off the command line; what follows the path is the app's own. */
function readCommandLine() {
  const preloads = []
  const args = process.argv.slice(1)
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index]
    if (arg === '-r' || arg === '--require') preloads.push(args[(index += 1)])
    else if (!arg.startsWith('-')) return { preloads, path: arg }
  }
  return { preloads, path: undefined }
}

/** Finds the file to run and tells Electron the app's name, version and folder, as a package would. */
function resolveApp(path) {
  const absolute = resolve(path)
  if (!existsSync(absolute)) throw new Error(`Cannot find ${absolute}`)
  if (!statSync(absolute).isDirectory()) return absolute
  const manifest = JSON.parse(readFileSync(join(absolute, 'package.json'), 'utf8'))
  app.setName(manifest.productName ?? manifest.name)
  app.setVersion(manifest.version)
  app.setDesktopName(`${manifest.name}.desktop`)
  app.setPath('userData', join(app.getPath('appData'), manifest.productName ?? manifest.name))
  app.setAppPath(absolute)
  return join(absolute, manifest.main ?? 'index.js')
}

process.defaultApp = true
const { preloads, path } = readCommandLine()
for (const preload of preloads) require(resolve(preload))
if (path === undefined) {
  console.log(`Electron ${process.versions.electron}`)
  app.exit(0)
} else {
  await import(pathToFileURL(resolveApp(path)).href)
}
