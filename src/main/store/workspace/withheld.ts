import { isSecretFile, plainName } from '../../core/permissions/guarded-files.ts'
import type { Withheld } from '../../core/tools/ports.ts'
import { pathBelow } from './folder-listing.ts'
import { isPrivatePath } from './private-paths.ts'
import type { Place } from './workspace-paths.ts'

/** Spellings of one glob that are looked at: braces multiply. */
const MOST_SPELLINGS = 50

/** What of the workspace a glob names that a search of `folder` does not show. Alternatives count one by one. */
export function withheldFrom(folder: Place, glob: string | null): Withheld[] {
  if (glob === null) return []
  const paths = spellings(glob).map((path) => pathBelow(folder, path))
  const kinds: readonly (readonly [Withheld, boolean])[] = [
    ['secret', paths.some(isSecretFile)],
    ['private', paths.some(isPrivatePath)],
    ['git', !isInGit(folder.path) && paths.some(isInGit)],
  ]
  return kinds.flatMap(([kind, isNamed]) => (isNamed ? [kind] : []))
}

const isInGit = (path: string): boolean => path.split('/').some((name) => plainName(name) === '.git')

/** `a.{b,c}` is `a.b` and `a.c`; braces within braces from the inside out. */
function spellings(glob: string): string[] {
  let found = [glob]
  for (;;) {
    const next = found.flatMap((each) => {
      const [whole, words] = /\{([^{}]*)\}/.exec(each) ?? []
      return whole === undefined
        ? [each]
        : (words ?? '').split(',').map((word) => each.replace(whole, () => word))
    })
    if (next.length > MOST_SPELLINGS || next.every((each, index) => each === found[index])) return found
    found = next
  }
}
