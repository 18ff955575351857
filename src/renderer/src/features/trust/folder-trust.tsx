import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Mode, TurnState } from '../../../../shared/conversation.ts'
import { IconButton } from '../../components/icon-button.tsx'
import type { Host } from '../../lib/host.ts'
import styles from './folder-trust.module.css'
import { TrustSheet } from './trust-sheet.tsx'
import { useInspection } from './use-inspection.ts'

type Props = {
  readonly folder: string
  readonly mode: Mode
  /** Agents write too: after each turn the folder may bring something else. */
  readonly turn: TurnState
  readonly host: Host
}

/** Says whether what the folder brings is used, and asks when nobody has answered. Silent where it brings nothing. */
export function FolderTrust({ folder, mode, turn, host }: Props) {
  const { t } = useTranslation()
  const { open, close, answer, ...state } = useInspection(host, folder, turn)
  const { found } = state
  if (found === null || found.items.length === 0) return null
  const isTrusted = found.items.every(({ state }) => state === 'accepted')
  const Shield = isTrusted ? ShieldCheck : ShieldAlert
  return (
    <>
      <IconButton
        label={`${t('trust.show')}: ${isTrusted ? t('trust.isTrusted') : t('trust.isNot')}`}
        data-testid="folder-trust"
        data-trusted={isTrusted}
        className={isTrusted ? '' : (styles.untrusted ?? '')}
        onClick={open}
      >
        <Shield size={16} strokeWidth={1.5} />
      </IconButton>
      <TrustSheet {...state} found={found} mode={mode} onClose={close} onAnswer={answer} />
    </>
  )
}
