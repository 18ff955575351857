import type { WireError } from '../../shared/errors.ts'
import type { Language, Texts } from '../../shared/locales/catalogue.ts'
import { errorValues } from '../../shared/locales/error-values.ts'
import { createTextLookUp } from './look-up-text.ts'

/** Dotted keys of a tree of texts; a plural counts as one key. */
type Keys<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Keys<T[K]>}`
}[keyof T & string]
type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K

export type SystemKey = Keys<Texts['system']>

/** Texts outside the page, in the language of the moment. */
export interface SystemTexts {
  text(key: SystemKey, values?: Readonly<Record<string, string | number>>): string
  /** What happened, in a few words. */
  errorTitle(error: WireError): string
}

/** @param language asked for every text, so that a change of language needs no new texts */
export function createSystemTexts(language: () => Language): SystemTexts {
  const look = createTextLookUp(language)
  return {
    text: (key, values = {}) => look('system', key, values),
    errorTitle: (error) => look('errors', `${error.code}.title`, errorValues(error, language())),
  }
}
