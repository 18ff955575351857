import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../components/button.tsx'
import styles from './fault-boundary.module.css'

type Props = { readonly children: ReactNode; readonly onReload: () => void }

function Fault({ onReload }: { readonly onReload: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.fault} role="alert" data-testid="fault">
      <p>{t('app.crashed')}</p>
      <Button look="primary" onClick={onReload}>
        {t('app.reload')}
      </Button>
    </div>
  )
}

/** Takes the place of a page that could not be drawn; what happened is in the ledger, so a fresh page has it all. */
export class FaultBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Fault onReload={this.props.onReload} /> : this.props.children
  }
}
