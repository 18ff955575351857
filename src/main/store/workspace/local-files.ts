import { constants } from 'node:fs'
import { access, lstat, mkdir, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Found, WorkspaceFiles, WriteOutcome } from '../../core/tools/ports.ts'
import type { Ids } from '../../platform/ids.ts'
import { findFiles } from './find-files.ts'
import { folderListing } from './folder-listing.ts'
import { hashOf, loadFile, type LoadedFile } from './load-file.ts'
import { pathProblem } from './path-trouble.ts'
import { replaceFile } from '../../platform/replace-file.ts'
import { isDiskFull } from '../../platform/write-failure.ts'
import { searchFiles } from './search-files.ts'
import { encodeText, PLAIN } from './text-form.ts'
import type { Place, WorkspacePaths } from './workspace-paths.ts'

export type LocalFilesOptions = {
  readonly paths: WorkspacePaths
  /** Absolute path of ripgrep. */
  readonly ripgrep: string
  readonly ids: Ids
}

/** The workspace folder on this machine. */
export function createLocalFiles({ paths, ripgrep, ids }: LocalFilesOptions): WorkspaceFiles {
  let lastWrite: Promise<unknown> = Promise.resolve()
  return {
    async read(asked) {
      const place = await paths.existing(asked)
      if (!place.ok) return place
      const loaded = await loadFile(place.value)
      if (!loaded.ok) return loaded
      const { path, text, bytes, sha256 } = loaded.value
      return { ok: true, value: { path, text, bytes, sha256 } }
    },
    // One after the other, so that no write of ours comes between the look at the old file and its replacement.
    write(asked, text, lastRead) {
      const written = lastWrite.then(async (): Promise<WriteOutcome> => {
        const place = await paths.writable(asked)
        return place.ok ? write(place.value, text, { lastRead, id: ids.next('file') }) : place
      })
      lastWrite = written.catch(() => undefined)
      return written
    },
    async list(asked, limits, signal) {
      const folder = await folderAt(paths, asked)
      if (!folder.ok) return folder
      return { ok: true, value: await folderListing({ ripgrep, folder: folder.value, limits }, signal) }
    },
    async glob({ path, pattern, limit }, signal) {
      const folder = await folderAt(paths, path)
      if (!folder.ok) return folder
      const found = await findFiles({ ripgrep, folder: folder.value, pattern, limit }, signal)
      return 'ok' in found ? found : { ok: true, value: found }
    },
    async grep(request, signal) {
      const place = await paths.existing(request.path)
      if (!place.ok) return place
      const status = await lstat(place.value.absolute)
      if (!status.isDirectory() && !status.isFile()) return { ok: false, problem: 'not_a_file', similar: [] }
      const isFolder = status.isDirectory()
      const found = await searchFiles({ ripgrep, place: place.value, isFolder, request }, signal)
      return 'ok' in found ? found : { ok: true, value: found }
    },
  }
}

async function folderAt(paths: WorkspacePaths, asked: string): Promise<Found<Place>> {
  const place = await paths.existing(asked)
  if (!place.ok) return place
  const status = await lstat(place.value.absolute)
  return status.isDirectory() ? place : { ok: false, problem: 'not_a_folder', similar: [] }
}

type Writing = { readonly lastRead: (path: string) => string | null; readonly id: string }

async function write(place: Place, text: string, { lastRead, id }: Writing): Promise<WriteOutcome> {
  const loaded = place.exists ? await loadFile(place) : null
  if (loaded !== null && !loaded.ok) return loaded
  const old: LoadedFile | null = loaded?.value ?? null
  const refusal = old === null ? null : refusalOf(old.sha256, lastRead(place.path))
  if (refusal !== null) return { ok: false, problem: refusal, similar: [] }
  const bytes = encodeText(text, old?.form ?? PLAIN)
  try {
    if (old !== null) await access(place.absolute, constants.W_OK)
    if (!(await hasOwnFolder(place))) return { ok: false, problem: 'outside', similar: [] }
    await replaceFile(place.absolute, { bytes, mode: old?.mode ?? null, id })
  } catch (failure) {
    return { ok: false, problem: isDiskFull(failure) ? 'disk_full' : pathProblem(failure), similar: [] }
  }
  return {
    ok: true,
    path: place.path,
    before: old?.text ?? null,
    created: old === null,
    bytes: bytes.length,
    sha256: hashOf(bytes),
  }
}

function refusalOf(onDisk: string, lastRead: string | null): 'unread' | 'stale' | null {
  if (lastRead === null) return 'unread'
  return lastRead === onDisk ? null : 'stale'
}

/** Makes the file's folder, and sees that no link was put in its place since the path was resolved. */
async function hasOwnFolder({ absolute }: Place): Promise<boolean> {
  const folder = dirname(absolute)
  await mkdir(folder, { recursive: true })
  return (await realpath(folder)) === folder
}
