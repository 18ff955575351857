import { MASKED } from './mask.ts'

/** Where a secret stands in a text: from `start` up to, but not with, `end`. */
export type Span = {
  readonly start: number
  readonly end: number
  /** What has to stand there instead; absent: the ends of a long secret may stay. */
  readonly mask?: string
}

/** A rule looks through a whole text and says where secrets stand. Pure; its time grows with the text and no faster. */
export type Rule = (text: string) => Span[]

/** Rules often see the same secret, some more of it than others: each place is told once, as wide as any rule saw it. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  const inOrder = spans.toSorted((one, other) => one.start - other.start || other.end - one.end)
  for (const span of inOrder) {
    const last = merged.at(-1)
    if (!last || span.start >= last.end) merged.push(span)
    else if (span.end > last.end)
      merged[merged.length - 1] = { start: last.start, end: span.end, mask: MASKED }
  }
  return merged
}

/** The places of the group `secret` of a pattern, which needs the flags `g` and `d`. */
export const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].flatMap(({ indices }) => {
    const found = indices?.groups?.['secret']
    return found ? [{ start: found[0], end: found[1] }] : []
  })
