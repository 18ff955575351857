import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireError } from '../../../shared/errors.ts'
import type { Language } from '../../../shared/locales/catalogue.ts'
import { errorValues } from '../../../shared/locales/error-values.ts'

export type ErrorText = {
  readonly title: string
  readonly body: string
  /** The endpoint's or system's own words, if there are any. */
  readonly verbatim: string
}

/** Gives the text of an error's code in the language of the page. */
export function useErrorText(): (error: WireError) => ErrorText {
  const { t, i18n } = useTranslation('errors')
  return useCallback(
    (error) => {
      const values = errorValues(error, i18n.language as Language)
      const verbatim = error.details['message']
      return {
        title: t(`${error.code}.title`, values),
        body: t(`${error.code}.body`, values),
        verbatim: typeof verbatim === 'string' ? verbatim : '',
      }
    },
    [t, i18n.language],
  )
}
