import { useTranslation } from 'react-i18next'
import { Fold } from '../fold.tsx'
import styles from './thinking.module.css'

/** What a model thought before it spoke, folded; nothing when it did not. */
export function Thinking({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  if (text === '') return null
  return (
    <Fold summary={t('thread.thinking')}>
      <p className={styles.text}>{text}</p>
    </Fold>
  )
}
