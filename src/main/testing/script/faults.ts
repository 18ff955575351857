/** Faults of a model, as lines of a script, after which asking again helps. */
export const PASSING_FAULTS = [
  'status 500 sorry',
  'status 503',
  'status 408',
  'status 429 retry-after 1 slow down',
  'cut',
  'close',
  'garbage',
  'error overloaded',
  'say ""',
] as const

/** Faults that are an end where nobody sees to them, and the code that tells of each. */
export const FINAL_FAULTS = [
  ['status 400 no', 'model_rejected'],
  ['status 401 bad key', 'model_unauthorized'],
  ['status 402 add credits', 'model_no_credit'],
  ['status 403 not yours', 'model_forbidden'],
  ['status 404 no such model', 'model_unknown'],
  ['status 413', 'model_overflow'],
  ['status 429 retry-after 3600 quota is spent', 'model_rate_limited'],
  ['redirect http://127.0.0.1:9/v1', 'model_rejected'],
] as const
