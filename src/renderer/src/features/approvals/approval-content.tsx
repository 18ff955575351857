import { useTranslation } from 'react-i18next'
import { visibleText } from '../../lib/visible-text.ts'
import styles from './approval-content.module.css'
import { argumentFields } from './argument-fields.ts'

type Props = {
  readonly target: string
  /** JSON, as it would run. */
  readonly text: string
}

/**
 * All of what would run: the target first, then every argument but the one that it shows word for word. Text stands
 * in its own lines; whatever cannot be seen in it is spelled out.
 */
export function ApprovalContent({ target, text }: Props) {
  const { t } = useTranslation()
  const fields = argumentFields(text)
  const named = fields?.find(({ value, isPart }) => !isPart && value === target)
  const rest = fields?.filter((field) => field !== named)
  return (
    <div className={styles.content}>
      <pre className={styles.target} aria-label={t('approval.target')} data-testid="approval-target">
        {visibleText(target)}
      </pre>
      {rest === undefined && (
        <pre className={styles.value} aria-label={t('approval.arguments')} data-testid="approval-arguments">
          {visibleText(text)}
        </pre>
      )}
      {rest !== undefined && rest.length > 0 && (
        <dl className={styles.fields} aria-label={t('approval.arguments')} data-testid="approval-arguments">
          {rest.map(({ name, value }) => (
            <div key={name} className={styles.field}>
              <dt className={styles.name}>{visibleText(name)}</dt>
              <dd className={styles.value}>{visibleText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
