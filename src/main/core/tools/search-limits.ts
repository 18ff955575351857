/** Results of a listing unless the model asks for another number. Source: design, like those below. */
export const RESULTS = 200

/** Matching lines of a search unless the model asks for another number; a line costs more than a name. */
export const MATCHES = 100

/** Most results that can be asked for. */
export const MOST_RESULTS = 1_000

/** Most characters of one answer, about 10,000 tokens. */
export const MOST_CHARACTERS = 40_000
