import type { WireError } from '../../../shared/errors.ts'
import type { Language, Texts } from '../../../shared/locales/catalogue.ts'
import { errorValues } from '../../../shared/locales/error-values.ts'
import { createTextLookUp } from '../look-up-text.ts'

export type CliKey = keyof Texts['cli']

/** Texts of the command line, in one language. */
export interface CliTexts {
  text(key: CliKey, values?: Readonly<Record<string, string | number>>): string
  /** What happened and what to do, in one line. */
  error(error: WireError): string
}

export function createCliTexts(language: Language): CliTexts {
  const look = createTextLookUp(() => language)
  return {
    text: (key, values = {}) => look('cli', key, values),
    error(error) {
      const values = errorValues(error, language)
      const title = look('errors', `${error.code}.title`, values)
      return look('cli', 'failed', { title, body: look('errors', `${error.code}.body`, values) })
    },
  }
}
