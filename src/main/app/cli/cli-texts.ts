import type { WireError } from '../../../shared/errors.ts'
import type { Language, Texts } from '../../../shared/locales/catalogue.ts'
import { errorValues } from '../../../shared/locales/error-values.ts'
import { oneLine } from '../../core/tools/one-line.ts'
import { createTextLookUp } from '../look-up-text.ts'

/** Characters of somebody else's words that are shown. */
const MOST_WORDS = 500

export type CliKey = keyof Texts['cli']

/** Texts of the command line, in one language. */
export interface CliTexts {
  text(key: CliKey, values?: Readonly<Record<string, string | number>>): string
  /** What happened and what to do, in one line, and below it the endpoint's or system's own words, if there are any. */
  error(error: WireError): string
}

export function createCliTexts(language: Language): CliTexts {
  const look = createTextLookUp(() => language)
  return {
    text: (key, values = {}) => look('cli', key, values),
    error(error) {
      const values = errorValues(error, language)
      const title = look('errors', `${error.code}.title`, values)
      const line = look('cli', 'failed', { title, body: look('errors', `${error.code}.body`, values) })
      const verbatim = error.details['message']
      return typeof verbatim === 'string' && verbatim !== ''
        ? `${line}\n  ${oneLine(verbatim, MOST_WORDS)}`
        : line
    },
  }
}
