import type { WireError } from '../../../../shared/errors.ts'
import type { FolderInspection } from '../../../../shared/folder-trust.ts'
import { changesSince, isUnchanged } from './folder-changes.ts'

/** The sheet about one folder: open, put off, or not needed. */
export type SheetState = {
  /** The folder as it was found last; null before the first look. */
  readonly found: FolderInspection | null
  /** What a person saw when the sheet opened or when they last answered. Null: the sheet is closed. */
  readonly seen: FolderInspection | null
  /** What a person closed the sheet on without an answer. */
  readonly putOff: FolderInspection | null
  readonly isAnswering: boolean
  /** Why the last answer was not kept. */
  readonly problem: WireError | null
}

export type SheetAction =
  | { readonly type: 'looked'; readonly found: FolderInspection }
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | { readonly type: 'answering' }
  /** `about`: what the answer was about; `found`: the folder afterwards. */
  | { readonly type: 'answered'; readonly about: FolderInspection; readonly found: FolderInspection }
  | { readonly type: 'refused'; readonly problem: WireError }

export const NOT_LOOKED: SheetState = {
  found: null,
  seen: null,
  putOff: null,
  isAnswering: false,
  problem: null,
}

const isSame = (one: FolderInspection, other: FolderInspection): boolean =>
  isUnchanged(changesSince(one, other))

/** Pure: the next state. It opens by itself for what nobody has answered nor put off, and stays open until that is so. */
export function reduceSheet(state: SheetState, action: SheetAction): SheetState {
  switch (action.type) {
    case 'looked': {
      const { found } = action
      const isNew = found.asks && (state.putOff === null || !isSame(state.putOff, found))
      const isEmpty = found.items.length === 0 // all of it was deleted: there is nothing left to ask
      return { ...state, found, seen: isEmpty ? null : (state.seen ?? (isNew ? found : null)) }
    }
    case 'opened':
      return { ...state, seen: state.found, problem: null }
    case 'closed':
      return { ...state, seen: null, putOff: state.found, problem: null }
    case 'answering':
      return { ...state, isAnswering: true, problem: null }
    case 'answered': {
      const { about, found } = action
      return { found, seen: found.asks ? about : null, putOff: null, isAnswering: false, problem: null }
    }
    case 'refused':
      return { ...state, seen: state.seen ?? state.found, isAnswering: false, problem: action.problem }
  }
}
