/** Entries that a conversation shows when it is opened, and that one page of older ones holds. */
export const PAGE_ENTRIES = 200

/** Runs that a conversation shows. */
export const SHOWN_RUNS = 500

/** Conversations in the list. */
export const SHOWN_CONVERSATIONS = 1_000

/** Characters of a title that is taken from the first message. */
export const TITLE_CHARACTERS = 60
