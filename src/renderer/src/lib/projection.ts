import type { HostEvent } from '../../../shared/events.ts'
import type { NumberedEvent } from './feed.ts'

/**
 * State that is read in one go while events go on. Until the answer is there events are held; then those that the
 * answer lacks are applied, so that nothing is missed and nothing counts twice.
 */
export type Projection<S> = {
  readonly value: S
  /** Number of the last event that the answer included. */
  readonly since: number
  /** Null: the answer is there. */
  readonly held: readonly NumberedEvent[] | null
}

export type Reduce<S> = (value: S, event: HostEvent) => S

/** A projection whose answer is on its way. */
export const awaiting = <S>(value: S): Projection<S> => ({ value, since: 0, held: [] })

/** A reduction over the events after `since`, and only those. */
const after =
  <S>(since: number, reduce: Reduce<S>) =>
  (value: S, { number, event }: NumberedEvent): S =>
    number > since ? reduce(value, event) : value

/** Takes one batch; the same projection comes back when the batch changed nothing. */
export function advance<S>(
  projection: Projection<S>,
  events: readonly NumberedEvent[],
  reduce: Reduce<S>,
): Projection<S> {
  if (projection.held !== null) return { ...projection, held: [...projection.held, ...events] }
  const value = events.reduce(after(projection.since, reduce), projection.value)
  return value === projection.value ? projection : { ...projection, value }
}

/** Takes the answer and whatever came in while it was on its way. */
export const settle = <S>(
  projection: Projection<S>,
  answer: { readonly value: S; readonly sequence: number },
  reduce: Reduce<S>,
): Projection<S> => ({
  value: (projection.held ?? []).reduce(after(answer.sequence, reduce), answer.value),
  since: answer.sequence,
  held: null,
})
