// Apart from the schemas of the messages, which a worker does without until it has asked its model.

/** Longest silence, in ms, that a healthy worker allows itself. Source: docs/adr/0004-runs-checks-and-fencing.md. */
export const BEAT_MS = 5_000

/** Messages of streamed text that a worker sends, at most, in a second. */
export const STREAM_MESSAGES_PER_SECOND = 30
