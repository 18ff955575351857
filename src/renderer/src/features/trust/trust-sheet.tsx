import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mode } from '../../../../shared/conversation.ts'
import type { FolderInspection, FolderItem } from '../../../../shared/folder-trust.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FailureEntry } from '../../components/transcript/failure-entry.tsx'
import { useSettled } from '../../lib/use-settled.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { changesSince, isUnchanged, type FolderChanges } from './folder-changes.ts'
import type { SheetState } from './sheet-state.ts'
import styles from './trust-sheet.module.css'

type Props = Pick<SheetState, 'seen' | 'isAnswering' | 'problem'> & {
  readonly found: FolderInspection
  readonly mode: Mode
  readonly onClose: () => void
  readonly onAnswer: (trusted: boolean) => void
}

type Mark = 'changedNow' | 'cameNow' | 'goneNow'

type ItemProps = Pick<FolderItem, 'path' | 'kind' | 'state'> & { readonly mark: Mark | null }

function Item({ path, kind, state, mark }: ItemProps) {
  const { t } = useTranslation()
  return (
    <li className={styles.item} data-testid="trust-item" data-state={state} data-mark={mark ?? 'none'}>
      <code className={styles.path}>{visibleText(path)}</code>
      <span className={styles.kind} data-kind={kind}>
        {t(`trust.${kind}`)}
      </span>
      <span className={styles.state}>{t(`trust.${mark ?? state}`)}</span>
    </li>
  )
}

const markOf = ({ changed, came }: FolderChanges, path: string): Mark | null =>
  changed.has(path) ? 'changedNow' : came.has(path) ? 'cameNow' : null

/** The files as they are now; what differs from what was seen is marked, and what went is still named. */
function Items({ found, seen }: { readonly found: FolderInspection; readonly seen: FolderInspection }) {
  const { t } = useTranslation()
  const changes = changesSince(seen, found)
  const gone = seen.items.filter(({ path }) => changes.gone.includes(path))
  return (
    <>
      {!isUnchanged(changes) && (
        <p key={signatureOf(found)} className={styles.moved} role="alert" data-testid="trust-moved">
          {t('trust.moved')}
        </p>
      )}
      <ul className={styles.items} aria-label={t('trust.files')} tabIndex={0}>
        {found.items.map((item) => (
          <Item key={item.path} {...item} mark={markOf(changes, item.path)} />
        ))}
        {gone.map((item) => (
          <Item key={item.path} {...item} mark="goneNow" />
        ))}
      </ul>
    </>
  )
}

/** Two that are alike say the same of the same files. */
const signatureOf = ({ items }: FolderInspection): string =>
  items.map(({ path, sha256 }) => `${path} ${sha256}`).join('\n')

type AnswersProps = Pick<Props, 'found' | 'isAnswering' | 'onAnswer'>

/** Dead for a moment after the sheet came or changed: nobody answers what they have not seen. */
function Answers({ found, isAnswering, onAnswer }: AnswersProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const isDead = !useSettled(place, `${found.folder}\n${signatureOf(found)}`) || isAnswering
  return (
    <div ref={place} className={styles.actions}>
      <Button data-testid="trust-no" disabled={isDead} onClick={() => onAnswer(false)}>
        {t('trust.no')}
      </Button>
      <Button look="primary" data-testid="trust-yes" disabled={isDead} onClick={() => onAnswer(true)}>
        {t('trust.yes')}
      </Button>
    </div>
  )
}

/** Lists what a folder brings that instructs or executes, and takes one answer for exactly that. */
export function TrustSheet({ found, seen, isAnswering, problem, mode, onClose, onAnswer }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open={seen !== null} onClose={onClose} title={t('trust.title')}>
      <p className={styles.folder}>{visibleText(found.folder)}</p>
      <p className={styles.lead}>{t('trust.lead')}</p>
      <Items found={found} seen={seen ?? found} />
      {found.more > 0 && <p className={styles.lead}>{t('trust.more', { count: found.more })}</p>}
      <p className={styles.lead}>{t('trust.now')}</p>
      <p className={styles.may}>{t(`trust.may.${mode}`)}</p>
      {problem !== null && (
        <div className={styles.problem} role="alert">
          <FailureEntry error={problem} />
        </div>
      )}
      <Answers found={found} isAnswering={isAnswering} onAnswer={onAnswer} />
    </Dialog>
  )
}
