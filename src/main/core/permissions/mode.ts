import type { Mode } from '../../../shared/conversation.ts'

export type ModeQuestion = {
  readonly mode: Mode
  /** The setting that makes Full available at all. */
  readonly fullModeEnabled: boolean
  readonly isChild: boolean
  /** The setting that lets children have Full too. */
  readonly fullForChildren: boolean
}

/** The mode that really holds: children inherit it, but Full only where the settings say so; without them it is Auto. */
export function modeInForce({ mode, fullModeEnabled, isChild, fullForChildren }: ModeQuestion): Mode {
  if (mode !== 'full') return mode
  return fullModeEnabled && (!isChild || fullForChildren) ? 'full' : 'auto'
}
