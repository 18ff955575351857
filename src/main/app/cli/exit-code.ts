import type { AppError, ErrorCode } from '../../../shared/errors.ts'

/** What a command's exit says. */
export const EXIT = { done: 0, needsPerson: 2, failed: 3, badInput: 4 } as const

/** Failures that another command line would not have. */
const BAD_INPUT: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_transition',
  'not_found',
  'folder_missing',
  'folder_refused',
  'approval_stale',
]

export const exitCodeOf = ({ code }: AppError): number =>
  BAD_INPUT.includes(code) ? EXIT.badInput : EXIT.failed
