import { useTranslation } from 'react-i18next'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { Button } from '../../components/button.tsx'

type Props = { readonly code: ErrorCode; readonly onContinue: () => void; readonly onSettings: () => void }

/** Failures that the settings can mend. */
const MENDED_IN_SETTINGS: readonly ErrorCode[] = [
  'model_missing',
  'model_unauthorized',
  'model_forbidden',
  'model_unknown',
  'model_rejected',
]

/** Ends that a person wanted: the next message goes on. */
const WANTED: readonly ErrorCode[] = ['stopped']

/** What can be done about an answer that did not come. */
export function FailureActions({ code, onContinue, onSettings }: Props) {
  const { t } = useTranslation()
  if (WANTED.includes(code)) return null
  const isMended = MENDED_IN_SETTINGS.includes(code)
  return (
    <>
      <Button data-testid="failure-continue" onClick={onContinue}>
        {isMended ? t('thread.retry') : t('thread.continue')}
      </Button>
      {isMended && (
        <Button look="quiet" data-testid="failure-settings" onClick={onSettings}>
          {t('thread.openSettings')}
        </Button>
      )}
    </>
  )
}
