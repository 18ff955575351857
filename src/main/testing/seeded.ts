/** Numbers that look random and are the same each time. */
export function seeded(seed: number): {
  below(limit: number): number
  text(length: number, alphabet: string): string
} {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    text: (length, alphabet) =>
      Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
  }
}
