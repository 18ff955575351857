import type { WireError } from '../errors.ts'
import { catalogue, type Language, type Texts } from './catalogue.ts'

/** Values by name of placeholder. */
export type ErrorValues = Record<keyof Texts['unnamed'], string | number>

const isNameable = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

/** What fills the placeholders of an error's text: its details, and a plain word for each one that is missing. */
export const errorValues = (error: WireError, language: Language): ErrorValues => ({
  ...catalogue[language].unnamed,
  ...Object.fromEntries(Object.entries(error.details).filter(([, value]) => isNameable(value))),
})
