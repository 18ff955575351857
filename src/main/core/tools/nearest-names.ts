/** Longest name that is compared; longer ones are never typing errors worth guessing at. */
const MAX_LENGTH = 120

/** Names offered at once. */
const OFFERED = 3

/**
 * Names that somebody may have meant by `wanted`, the nearest first, at most three.
 * The same letters in another case, or a small distance for the length, or the same stem with another ending.
 */
export function nearestNames(wanted: string, names: Iterable<string>): string[] {
  const target = wanted.toLowerCase()
  if (target === '' || target.length > MAX_LENGTH) return []
  const scored: { name: string; distance: number }[] = []
  for (const name of names) {
    const distance = distanceOf(target, name.toLowerCase())
    if (distance <= Math.max(1, Math.floor(target.length / 3))) scored.push({ name, distance })
  }
  return scored
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, OFFERED)
    .map(({ name }) => name)
}

function distanceOf(a: string, b: string): number {
  if (b.length > MAX_LENGTH) return Infinity
  return stem(a) === stem(b) ? Math.min(1, editDistance(a, b)) : editDistance(a, b)
}

const stem = (name: string): string => name.replace(/(?<=.)\.[^./]*$/, '')

/** Letters to insert, drop, change or swap with their neighbour to make `b` of `a`. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (same ? 0 : 1),
        swapped ? at(before, column - 2) + 1 : Infinity,
      )
    }
    before = above
    above = current
  }
  return at(above, b.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity
