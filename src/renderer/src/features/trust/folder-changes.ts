import type { FolderInspection } from '../../../../shared/folder-trust.ts'

/** What became of a folder's files since a person saw the list. */
export type FolderChanges = {
  readonly changed: ReadonlySet<string>
  readonly came: ReadonlySet<string>
  readonly gone: readonly string[]
}

type Listed = Pick<FolderInspection, 'items'>

/** Pure: how the list that stands there now differs from the one that was seen. */
export function changesSince(seen: Listed, now: Listed): FolderChanges {
  const before = new Map(seen.items.map(({ path, sha256 }) => [path, sha256]))
  const paths = new Set(now.items.map(({ path }) => path))
  return {
    changed: new Set(
      now.items.filter(({ path, sha256 }) => before.has(path) && before.get(path) !== sha256).map(pathOf),
    ),
    came: new Set(now.items.filter(({ path }) => !before.has(path)).map(pathOf)),
    gone: seen.items.map(pathOf).filter((path) => !paths.has(path)),
  }
}

const pathOf = ({ path }: { readonly path: string }): string => path

export const isUnchanged = ({ changed, came, gone }: FolderChanges): boolean =>
  changed.size + came.size + gone.length === 0
