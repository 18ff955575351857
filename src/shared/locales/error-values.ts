import type { WireError } from '../errors.ts'
import { catalogue, type Language } from './catalogue.ts'

/** What fills the placeholders of an error's text: its details, and a plain word for each one that is missing. */
export const errorValues = (error: WireError, language: Language): Record<string, unknown> => ({
  ...catalogue[language].unnamed,
  ...error.details,
})
