import { randomBytes } from 'node:crypto'

/** Without letters that look alike: models and people copy ids by hand. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Characters after the prefix: 60 random bits. */
const LENGTH = 12

/** Ids as a parameter: tests count them. */
export interface Ids {
  /** A new id, e.g. `run_4k8m1z0q7vxc`. The caller parses it into the brand it needs. */
  next(prefix: string): string
}

export const randomIds: Ids = {
  next: (prefix) => `${prefix}_${[...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % 32]).join('')}`,
}
