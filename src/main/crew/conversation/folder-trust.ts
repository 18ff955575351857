import type { FolderAnswer, FolderInspection, FolderItem } from '../../../shared/folder-trust.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { FolderTrustRow } from '../../store/ledger/tables/folder-trust.ts'
import { readInstructions } from '../../store/workspace/folder-instructions.ts'
import { listFolderItems, type FoundItem } from '../../store/workspace/folder-items.ts'

export type FolderTrustPorts = {
  readonly ledger: Ledger
  /** Real path of a folder that may be a workspace. Fails with `folder_missing` or `folder_refused`. */
  readonly checkFolder: (path: string) => Promise<string>
}

/** Whether a folder may speak to agents: asked of a person once, and again for whatever changed since. */
export function createFolderTrust({ ledger, checkFolder }: FolderTrustPorts) {
  const known = (folder: string): FolderTrustRow | undefined => ledger.query.folderTrust.find(folder)

  async function inspect(path: string): Promise<FolderInspection> {
    const folder = await checkFolder(path)
    const { items, more } = await listFolderItems(folder)
    const row = known(folder)
    return {
      folder,
      answer: row === undefined ? 'none' : row.trusted ? 'trusted' : 'declined',
      items: items.map((item) => ({ ...item, state: stateOf(item, row) })),
      more,
      asks: items.some(({ path: name, sha256 }) => row?.hashes[name] !== sha256),
    }
  }
  return {
    inspect,
    /**
     * Keeps the answer for exactly what was shown, and answers with the folder as it is now. A yes to what no longer
     * stands there in every file is none; a no counts in any case.
     */
    async decide({ folder: path, trusted, items }: FolderAnswer): Promise<FolderInspection> {
      const folder = await checkFolder(path)
      const hashes = Object.fromEntries(items.map(({ path: name, sha256 }) => [name, sha256]))
      if (trusted && !areExactly(hashes, (await listFolderItems(folder)).items)) return inspect(folder)
      await ledger.folders.decide({ folder, trusted, hashes })
      return inspect(folder)
    },
    /** The hash of each file that a person let speak to agents there; empty when the folder is not trusted. */
    acceptedIn(folder: string): Readonly<Record<string, string>> {
      const row = known(folder)
      return row?.trusted === true ? row.hashes : {}
    },
    /** What the folder tells agents, for a prompt; null when it says nothing that a person has accepted. */
    async instructions(folder: string | null): Promise<string | null> {
      const row = folder === null ? undefined : known(folder)
      return folder === null || row?.trusted !== true ? null : readInstructions(folder, row.hashes)
    },
  }
}
export type FolderTrust = ReturnType<typeof createFolderTrust>

const areExactly = (hashes: Readonly<Record<string, string>>, items: readonly FoundItem[]): boolean =>
  items.length === Object.keys(hashes).length && items.every(({ path, sha256 }) => hashes[path] === sha256)

function stateOf({ path, sha256 }: FoundItem, row: FolderTrustRow | undefined): FolderItem['state'] {
  const before = row?.trusted === true ? row.hashes[path] : undefined
  if (before === undefined) return 'new'
  return before === sha256 ? 'accepted' : 'changed'
}
