import { findAssigned } from './assignments.ts'
import { maskOf } from './mask.ts'
import { findPlaced } from './places.ts'
import { findShapes } from './shapes.ts'
import { mergeSpans, type Rule } from './span.ts'
import { withoutUnseen } from './unseen.ts'

const RULES: readonly Rule[] = [findShapes, findAssigned, findPlaced]

/** Puts masks where a text holds secrets, those that rules know and those that `findKnown` does. */
export function maskSecrets(text: string, findKnown: Rule): string {
  const seen = withoutUnseen(text)
  let masked = ''
  let done = 0
  for (const { start, end, mask } of mergeSpans([findKnown, ...RULES].flatMap((find) => find(seen.text)))) {
    masked += text.slice(done, seen.originOf(start)) + (mask ?? maskOf(seen.text.slice(start, end)))
    done = seen.originOf(end - 1) + 1
  }
  return masked + text.slice(done)
}
