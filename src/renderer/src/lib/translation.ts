import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Settings } from '../../../shared/settings.ts'
import { catalogue, type Language, type Texts } from '../../../shared/locales/catalogue.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'window'
    resources: Texts
  }
}

/** The texts of the page; React escapes what is filled in. Ready at once, since the catalogue is part of the bundle. */
export function createTranslation(language: Language): i18n {
  const translation = createInstance()
  void translation.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'window',
    ns: Object.keys(catalogue.en),
    resources: catalogue,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return translation
}

/** The language to speak: the one chosen, else the system's. */
export const chosenLanguage = (settings: Settings, system: { language: Language }): Language =>
  settings.appearance.language === 'system' ? system.language : settings.appearance.language
