import type { FolderTrustRow } from '../tables/folder-trust.ts'
import type { CommandContext } from './command-context.ts'

export const folderCommands = ({ tables, commit, clock }: CommandContext) => ({
  /** Keeps a person's answer about a folder. */
  decide: (answer: FolderTrustRow): Promise<void> =>
    commit(() => tables.folderTrust.put(answer, clock.now())),
})
