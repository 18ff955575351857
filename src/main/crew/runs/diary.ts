import type { Clock } from '../../platform/clock.ts'

/** The last things that a process said, for whoever has to find out why it said no more. */
export type Diary = {
  note(what: string): void
  /** Oldest first, each with the time at which it came. */
  lines(): string[]
}

/** What is remembered of each process; memory that does not grow. */
const MOST_LINES = 20

export function keepDiary(clock: Clock): Diary {
  let lines: readonly { readonly at: number; readonly what: string }[] = []
  return {
    note(what) {
      lines = [...lines.slice(1 - MOST_LINES), { at: clock.now(), what }]
    },
    lines: () => lines.map(({ at, what }) => `${new Date(at).toISOString()} ${what}`),
  }
}
