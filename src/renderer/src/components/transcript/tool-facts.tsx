import { useTranslation } from 'react-i18next'
import type { ToolDetails } from '../../../../shared/entry.ts'
import { assertNever } from '../../../../shared/errors.ts'
import styles from './tool-card.module.css'

/** What a call came to, in a few figures at the end of its line. */
export function ToolFacts({ details }: { readonly details: ToolDetails }) {
  const { t } = useTranslation()
  switch (details.kind) {
    case 'file':
      return <span>{t('tool.lines', { count: details.lines })}</span>
    case 'list':
      return <span>{t('tool.files', { count: details.count + details.more })}</span>
    case 'matches':
      return <span>{t('tool.matches', { count: details.count + details.more })}</span>
    case 'write':
      return (
        <span aria-label={t('tool.changes', { added: details.added, removed: details.removed })} role="img">
          {details.created && <span>{t('tool.created')} </span>}
          <span className={styles.added}>{t('tool.added', { count: details.added })}</span>{' '}
          {details.removed > 0 && (
            <span className={styles.removed}>{t('tool.removed', { count: details.removed })}</span>
          )}
        </span>
      )
    case 'shell':
      if (details.timedOut) return <span>{t('tool.timedOut')}</span>
      if (details.signal !== null) return <span>{t('tool.signal', { signal: details.signal })}</span>
      return <span>{t('tool.exit', { code: details.exitCode ?? 0 })}</span>
    case 'delegation':
      return null
    default:
      return assertNever(details)
  }
}
