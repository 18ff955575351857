import type { CallName, Handlers } from '../../../shared/calls.ts'

/** The handlers of the calls whose names begin with one of these words: `room<'run' | 'delegation'>`. */
export type Room<W extends string> = Pick<Handlers, Extract<CallName, `${W}.${string}`>>
