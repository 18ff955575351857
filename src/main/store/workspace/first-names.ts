/** The first names in the order of paths, of any number in any order. */
export type FirstNames = {
  add(name: string): void
  /** Sorted: a folder's files stand together. */
  sorted(): readonly string[]
  /** How many were added. */
  readonly count: number
}

/** Keeps twice as many as asked for at the most, and looks through them only when there are so many. */
export function keepFirstNames(limit: number): FirstNames {
  let kept: string[] = []
  let last: string | null = null // what comes behind it is not among the first
  let count = 0

  function tidy(): void {
    kept = kept.sort((one, other) => (one < other ? -1 : 1)).slice(0, limit)
    last = kept.length < limit ? null : (kept.at(-1) ?? null)
  }
  return {
    add(name) {
      count += 1
      const key = name.replaceAll('/', '\0')
      if (last !== null && key > last) return
      kept.push(key)
      if (kept.length >= 2 * limit) tidy()
    },
    sorted() {
      tidy()
      return kept.map((key) => key.replaceAll('\0', '/'))
    },
    get count() {
      return count
    },
  }
}
