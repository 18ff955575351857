/** Longer secrets keep their ends, so that a person can tell which key it was. Source: docs/adr/0015-redaction.md. */
const FULLY_MASKED_BELOW = 18

/** Stands for a secret of which nothing may be seen. */
export const MASKED = '[secret]'

/** What may be seen of a secret. */
export const maskOf = (secret: string): string =>
  secret.length < FULLY_MASKED_BELOW ? MASKED : `${secret.slice(0, 6)}…${secret.slice(-4)}`
