import { useTranslation } from 'react-i18next'
import type { ConversationView } from '../../../../shared/conversation.ts'
import { money, tokenCount } from '../../lib/figures.ts'
import styles from './total-line.module.css'

/** What the conversation took so far: its own calls and those of all its runs. */
export function TotalLine({ conversation }: { readonly conversation: ConversationView }) {
  const { t, i18n } = useTranslation()
  const tokens = tokenCount(t, i18n.language, conversation)
  const cost = money(t, i18n.language, conversation.cost)
  if (tokens === '') return null
  return (
    <p className={`${styles.line} figures`} data-testid="total">
      <span>{t('work.total', { tokens })}</span>
      {cost !== '' && <span>{cost}</span>}
    </p>
  )
}
