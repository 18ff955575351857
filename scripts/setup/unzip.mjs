// Takes chosen files out of a zip archive.

import { createWriteStream } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

/** @type {(path: string, options: import('yauzl').Options) => Promise<import('yauzl').ZipFile>} */
const open = promisify(yauzl.open)

/** How Unix tells a link from a file, in the attributes of an entry. The frameworks of macOS are full of links. */
const FILE_TYPE = 0o170000
const LINK = 0o120000

/**
 * @param {string} archive
 * @param {string} folder made if missing
 * @param {(name: string) => string | undefined} target the path under `folder` of an entry, or undefined to leave it out
 */
export async function unzip(archive, folder, target) {
  const zip = await open(archive, { lazyEntries: true })
  const openEntry = promisify(zip.openReadStream.bind(zip))

  /** @param {import('yauzl').Entry} entry */
  async function extract(entry) {
    const path = entry.fileName.endsWith('/') ? undefined : target(entry.fileName)
    if (path === undefined) return
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    const mode = entry.externalFileAttributes >>> 16
    const content = await openEntry(entry)
    if ((mode & FILE_TYPE) === LINK) await symlink(await text(content), file)
    else await pipeline(content, createWriteStream(file, { mode: mode & 0o777 }))
  }

  await new Promise((resolve, reject) => {
    zip.on('entry', (entry) => void extract(entry).then(() => zip.readEntry(), reject))
    zip.once('end', resolve)
    zip.once('error', reject)
    zip.readEntry()
  })
}
