import { app, dialog } from 'electron'
import type { WireError } from '../../shared/errors.ts'
import { createCliTexts } from '../app/cli/cli-texts.ts'
import { closestLanguage } from '../app/system-facts.ts'

/** The app could not start: says what happened and what to do, on screen and on the terminal. */
export function showFailure(error: WireError): void {
  const line = createCliTexts(closestLanguage(app.getPreferredSystemLanguages())).error(error)
  process.stderr.write(`${line}\n`)
  dialog.showErrorBox('Muster', line)
}
