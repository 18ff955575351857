import { z } from 'zod'

/** Closed: the screen has a text for each code, in both languages, and the compiler sees to it. */
export const ErrorCode = z.enum([
  'invalid_input', // the caller broke the contract; fix the caller
  'invalid_transition', // the row moved on first; show its new state
  'not_found', // nothing has this id; reload
  'unknown_call', // no such entry in the contract
  'forbidden_sender', // a message from a frame that is not ours
  'folder_missing', // the folder is gone or cannot be read; locate it or choose another
  'folder_refused', // this folder may not be a workspace (root, home, data folder)
  'data_in_use', // another process holds this data folder
  'data_newer', // the database was written by a newer version
  'data_unreadable', // the database cannot be opened
  'disk_full', // nothing can be written
  'settings_broken', // the settings file is not valid; it was left as it is
  'network_ignored', // a proxy or an authority of the environment cannot be used; correct the variable
  'model_missing', // no endpoint or model is set
  'model_unauthorized', // the key is wrong or revoked (401)
  'model_no_credit', // credits or quota are spent (402, quota)
  'model_forbidden', // the key may not use this model (403)
  'model_unknown', // the endpoint has no such model (404)
  'model_rate_limited', // too many requests (429)
  'model_overflow', // the request is longer than the model's window
  'model_rejected', // the endpoint refused the request (other 4xx)
  'model_unavailable', // the endpoint failed (5xx)
  'model_unreachable', // no connection
  'model_timeout', // no answer in time
  'model_cut', // the stream ended in the middle
  'model_length', // the answer reached its greatest length before its end
  'model_empty', // an answer without text or tool call
  'budget_spent', // the conversation has used what it may use today
  'model_loop', // the same call again and again
  'worker_lost', // the process of a run died or went silent
  'worker_flooded', // the process of a run sent more than anybody could take
  'stalled', // no sign of progress for too long
  'stopped', // a person or the parent ended it
  'timed_out', // the total limit was reached
  'max_steps', // the step limit was reached
  'approval_stale', // what was shown is not what would run; look again
  'secrets_unavailable', // no secure storage; the key is kept for this session only
  'internal', // a bug; the log holds the cause
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** Facts for the text of a code: names, paths, numbers. Never a secret, never a stack. */
export const Details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type Details = z.infer<typeof Details>

/** What crosses a process boundary: structured clone drops classes, stacks and causes. */
export const WireError = z.object({ code: ErrorCode, details: Details })
export type WireError = z.infer<typeof WireError>

/** A failure somebody can act on. `message` is for logs and the model; the screen shows the text of `code`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, options: { details?: Details; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'AppError'
    this.code = code
    this.details = options.details ?? {}
  }

  toWire(): WireError {
    return { code: this.code, details: this.details }
  }
}

/** Keeps a known failure; turns anything else into `internal` with its cause attached for the log. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal', thrown instanceof Error ? thrown.message : String(thrown), {
    cause: thrown,
  })
}

/** The other end of `toWire`. */
export const fromWire = (wire: WireError): AppError =>
  new AppError(wire.code, wire.code, { details: wire.details })

/** For the end of an exhaustive switch: a forgotten case is a compile error. */
export function assertNever(value: never): never {
  throw new AppError('internal', `unexpected value: ${JSON.stringify(value)}`)
}
