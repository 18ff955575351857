import { useTranslation } from 'react-i18next'
import type { ConversationView } from '../../../../shared/conversation.ts'
import { compact, money, totalTokens } from '../../lib/figures.ts'
import styles from './total-line.module.css'

/** What the conversation took so far: its own calls and those of all its runs. */
export function TotalLine({ conversation }: { readonly conversation: ConversationView }) {
  const { t, i18n } = useTranslation()
  const tokens = totalTokens(conversation.usage)
  const cost = money(t, i18n.language, conversation.cost)
  if (tokens === 0) return null
  return (
    <p className={`${styles.line} figures`} data-testid="total">
      <span>{t('work.total', { tokens: compact(i18n.language, tokens) })}</span>
      {cost !== '' && <span>{cost}</span>}
    </p>
  )
}
