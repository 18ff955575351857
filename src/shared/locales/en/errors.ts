import type { ErrorCode } from '../../errors.ts'

/** What happened, then why and what to do. Placeholders are names of `details`; `errorValues` fills the ones that are missing. */
type ErrorText = { readonly title: string; readonly body: string }

export const errors = {
  invalid_input: {
    title: 'That could not be used',
    body: 'A value does not fit: {{issue}}. Change it and try again.',
  },
  invalid_transition: {
    title: 'It had moved on already',
    body: 'Something else came first, so this no longer applies. What you see now is the newest state.',
  },
  not_found: {
    title: 'It is not there any more',
    body: 'Nothing with this name is left. Go back and choose again.',
  },
  unknown_call: {
    title: 'The window asked for something unknown',
    body: 'Window and app do not fit together. Restart Muster.',
  },
  forbidden_sender: {
    title: 'A request was refused',
    body: 'It did not come from a window of Muster. Nothing was done.',
  },
  folder_missing: {
    title: 'The folder cannot be read',
    body: '{{path}} is gone, was moved, or may not be read. Put it back or choose another folder.',
  },
  folder_refused: {
    title: 'This folder is too much to hand over',
    body: '{{path}} is a whole disk, a home folder, or where Muster keeps its data. Choose a folder inside it.',
  },
  data_in_use: {
    title: 'Another Muster uses this data',
    body: 'The data folder {{path}} is open elsewhere. Quit the other one, or start with another data folder.',
  },
  data_newer: {
    title: 'The data is newer than this Muster',
    body: 'A newer version has written it. Update Muster; nothing was changed.',
  },
  data_unreadable: {
    title: 'The data cannot be opened',
    body: 'The database in {{path}} is damaged, or the place may not be read and written. It was left as it is. Allow that, restore a backup, or start with another data folder.',
  },
  disk_full: {
    title: 'The disk is full',
    body: 'Nothing more can be written in {{path}}. Free some space on that disk and try again. What was saved is safe, and what you typed stays where it is.',
  },
  settings_broken: {
    title: 'The settings file is not valid',
    body: '{{path}} was left as it is, and defaults are in use. Correct it, or change a setting here to write it anew.',
  },
  network_ignored: {
    title: 'Part of the network set-up is not in use',
    body: '{{issue}} in the environment names no proxy that can be used, or a file without certificates, and was left out. Correct it and start Muster again.',
  },
  model_missing: {
    title: 'No model is set up',
    body: 'An agent needs an endpoint and a model. Name them in the settings.',
  },
  model_unauthorized: {
    title: 'The key was not accepted',
    body: '{{host}} says that it is wrong, expired or revoked. Enter another key in the settings.',
  },
  model_no_credit: {
    title: 'The account has nothing left',
    body: '{{host}} reports spent credits or quota. Top it up there, or choose another model; then continue.',
  },
  model_forbidden: {
    title: 'This key may not use this model',
    body: '{{host}} refuses {{model}} for this key. Choose another model or another key.',
  },
  model_unknown: {
    title: 'The endpoint does not know this model',
    body: '{{host}} has no {{model}}, or the base URL is not the right one. Ask for its models in the settings.',
  },
  model_rate_limited: {
    title: 'Too many requests',
    body: '{{host}} asks for a pause. Wait a little, then continue; fewer runs at once help as well.',
  },
  model_overflow: {
    title: 'The conversation no longer fits',
    body: 'The request is longer than {{model}} can read. Go on in a new conversation, or choose a model with a larger window.',
  },
  model_rejected: {
    title: 'The endpoint refused the request',
    body: '{{host}} did not accept it; what it said, if anything, stands below. Check the address of the endpoint, or try another model.',
  },
  model_unavailable: {
    title: 'The endpoint has failed',
    body: '{{host}} had a fault of its own. Everything so far is kept; continue in a while.',
  },
  model_unreachable: {
    title: 'No connection to the endpoint',
    body: '{{host}} did not answer. Check the network, whether the server runs, and the base URL; then continue.',
  },
  model_timeout: {
    title: 'The model took too long',
    body: '{{host}} sent nothing in time. Everything so far is kept; continue to ask again.',
  },
  model_cut: {
    title: 'The answer broke off',
    body: 'The connection to {{host}} ended in the middle. What had arrived is kept; continue to go on.',
  },
  model_length: {
    title: 'The answer is longer than it may be',
    body: '{{model}} stopped at its greatest length, in the middle. What had arrived is kept; continue to go on.',
  },
  model_empty: {
    title: 'The model said nothing',
    body: '{{model}} answered with neither text nor a step. Continue to ask again, or choose another model.',
  },
  budget_spent: {
    title: 'The budget for today is spent',
    body: 'This conversation has used what it may use in a day. Raise the budget in the settings, or go on tomorrow.',
  },
  model_loop: {
    title: 'The agent went round in circles',
    body: 'It made the same call again and again, so it was stopped. Tell it what to do differently.',
  },
  worker_lost: {
    title: 'The process of this run is gone',
    body: 'It crashed, was ended from outside, or fell silent. What it had done is kept with its result.',
  },
  worker_flooded: {
    title: 'The process of this run sent too much',
    body: 'It flooded the app with messages, so it was ended. What it had done is kept with its result.',
  },
  stalled: {
    title: 'No sign of progress',
    body: 'It did not get on for too long, so it was ended. What it had done is kept with its result.',
  },
  stopped: {
    title: 'Stopped',
    body: 'It was ended on request. What was done until then is kept.',
  },
  timed_out: {
    title: 'Out of time',
    body: 'The total limit was reached. What was done until then is kept.',
  },
  max_steps: {
    title: 'The step limit is reached',
    body: 'The agent has used all of its steps. Continue to give it as many again, or raise the limit in the settings.',
  },
  approval_stale: {
    title: 'The question has changed',
    body: 'What you saw is no longer what would run, so nothing was allowed. Look at it again.',
  },
  secrets_unavailable: {
    title: 'No secure storage on this system',
    body: 'The key is kept until you quit and not written to disk.',
  },
  internal: {
    title: 'A fault in Muster',
    body: 'This should not happen. The log holds the cause; everything that was committed is safe.',
  },
} as const satisfies Record<ErrorCode, ErrorText>

/** Words that stand in for details that an error does not carry. */
export const unnamed = {
  host: 'The endpoint',
  model: 'the model',
  path: 'The folder',
  issue: 'it is not what is expected here',
} as const
