import { createInstance } from 'i18next'
import type { WireError } from '../../../shared/errors.ts'
import { catalogue, type Language } from '../../../shared/locales/catalogue.ts'
import { errorValues } from '../../../shared/locales/error-values.ts'

export type CliKey = keyof (typeof catalogue)['en']['cli']

/** Texts of the command line, in one language. */
export interface CliTexts {
  text(key: CliKey, values?: Readonly<Record<string, string | number>>): string
  /** What happened and what to do, in one line. */
  error(error: WireError): string
}

export function createCliTexts(language: Language): CliTexts {
  const i18n = createInstance()
  void i18n.init({
    resources: catalogue,
    ns: ['cli', 'errors'],
    lng: language,
    fallbackLng: 'en',
    initAsync: false, // the catalogue is here already
    interpolation: { escapeValue: false },
  })
  const look = (namespace: string, key: string, values: Record<string, unknown>): string =>
    i18n.getFixedT(language, namespace)(key, values)
  return {
    text: (key, values = {}) => look('cli', key, { ...values }),
    error(error) {
      const values = errorValues(error, language)
      const title = look('errors', `${error.code}.title`, values)
      return look('cli', 'failed', { title, body: look('errors', `${error.code}.body`, values) })
    },
  }
}
