import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Language } from '../../../shared/locales/catalogue.ts'
import { createTranslation } from '../lib/translation.ts'
import { preparePage } from './page-environment.ts'

/** A component with its texts. */
export function renderWithTexts(element: ReactElement, language: Language = 'en') {
  preparePage()
  return render(<I18nextProvider i18n={createTranslation(language)}>{element}</I18nextProvider>)
}
