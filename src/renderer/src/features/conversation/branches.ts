import type { Branches } from '../../../../shared/conversation.ts'
import type { Entry } from '../../../../shared/entry.ts'
import type { EntryId } from '../../../../shared/ids.ts'

/** The entries of which this is one version, oldest first; null when it is the only one. */
export function versionsOf(branches: Branches, { id, parentId }: Entry): readonly EntryId[] | null {
  const fork = branches.find((each) => each.parentId === parentId)
  return fork !== undefined && fork.entryIds.length > 1 && fork.entryIds.includes(id) ? fork.entryIds : null
}

/** With an entry that was just committed; it counts where others stand beside it. */
export const withVersion = (branches: Branches, { id, parentId }: Entry): Branches =>
  branches.map((fork) =>
    fork.parentId === parentId && !fork.entryIds.includes(id)
      ? { ...fork, entryIds: [...fork.entryIds, id] }
      : fork,
  )
