import { createInstance } from 'i18next'
import { catalogue, type Language, type Texts } from '../../shared/locales/catalogue.ts'

export type LookUpText = (
  namespace: keyof Texts,
  key: string,
  values: Readonly<Record<string, string | number>>,
) => string

/**
 * Texts of the catalogue outside the page.
 * @param language asked for every text, so that a change of language needs no new look-up
 */
export function createTextLookUp(language: () => Language): LookUpText {
  const i18n = createInstance()
  void i18n.init({
    resources: catalogue,
    ns: Object.keys(catalogue.en),
    fallbackLng: 'en',
    initAsync: false, // the catalogue is here already
    interpolation: { escapeValue: false }, // whoever shows a text escapes it, if that place has markup
  })
  return (namespace, key, values) => i18n.getFixedT(language(), namespace)(key, { ...values })
}
