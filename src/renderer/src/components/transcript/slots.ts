import type { ReactNode } from 'react'
import type { ContentOf, Entry } from '../../../../shared/entry.ts'
import type { CallItem } from '../../lib/articles.ts'

/** What other features put into an article. Each is stable over the life of the thread, so that rows stay as they are. */
export type ArticleSlots = {
  /** Stands in place of a call's card; null leaves the card. */
  readonly callCard: (item: CallItem, live: boolean) => ReactNode
  /** Stands below a call that has no outcome yet. */
  readonly belowCall: (item: CallItem) => ReactNode
  /** The results that a delivery brought. */
  readonly delivery: (content: ContentOf<'delivery'>) => ReactNode
  /** What can be done about a failure. */
  readonly failureActions: (content: ContentOf<'failure'>, entry: Entry) => ReactNode
  /** Stands below an article: what can be done with it. */
  readonly messageActions: (entry: Entry) => ReactNode
}

/** For a journal that is only looked at. */
export const NO_SLOTS: ArticleSlots = {
  callCard: () => null,
  belowCall: () => null,
  delivery: () => null,
  failureActions: () => null,
  messageActions: () => null,
}
