import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalAnswer, ApprovalView } from '../../../../shared/approval.ts'
import { toAppError, type WireError } from '../../../../shared/errors.ts'
import { Button } from '../../components/button.tsx'
import { StatusMark } from '../../components/status-mark.tsx'
import { useErrorText } from '../../lib/use-error-text.ts'
import styles from './approval-card.module.css'
import { ApprovalContent } from './approval-content.tsx'
import { useSettled } from '../../lib/use-settled.ts'

type Props = {
  readonly approval: ApprovalView
  /** Rejects when the host refuses the answer; the card then says why. */
  readonly onAnswer: (answer: ApprovalAnswer) => Promise<void>
}

type Choice = Pick<ApprovalAnswer, 'allow' | 'scope'>

const ONCE: Choice = { allow: true, scope: 'once' }
const ALWAYS: Choice = { allow: true, scope: 'conversation' }
const DENY: Choice = { allow: false, scope: 'once' }

function useQuestion({ tool, asker: name }: ApprovalView): string {
  const { t } = useTranslation()
  const asker = name === '' ? t('approval.agent') : name
  if (tool === 'shell' || tool === 'write_file' || tool === 'edit_file')
    return t(`approval.question.${tool}`, { asker })
  return t('approval.question.other', { asker, tool })
}

/** Sends one answer; a second is impossible until the first was refused. */
function useAnswer({ approval, onAnswer }: Props, isSettled: boolean) {
  const [note, setNote] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<WireError | null>(null)
  const ready = isSettled && !sending
  const answer = async (choice: Choice) => {
    if (!ready) return
    setSending(true)
    setProblem(null)
    try {
      await onAnswer({ approvalId: approval.id, hash: approval.hash, note: note.trim(), ...choice })
    } catch (thrown) {
      setProblem(toAppError(thrown).toWire())
      setSending(false)
    }
  }
  return { note, setNote, ready, sending, problem, answer }
}

/** A question about exactly one call: everything that would run is shown, and only that can be allowed. */
export function ApprovalCard({ approval, onAnswer }: Props) {
  const { t } = useTranslation()
  const card = useRef<HTMLElement>(null)
  const titleId = useId()
  const question = useQuestion(approval)
  const errorText = useErrorText()
  const { note, setNote, ready, sending, problem, answer } = useAnswer(
    { approval, onAnswer },
    useSettled(card),
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Only while the card itself has the focus: never from a field or a button inside it, never with a modifier.
    if (event.target !== card.current || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
      return
    if (event.key.toLowerCase() === 'a') void answer(ONCE)
    if (event.key.toLowerCase() === 'd') void answer(DENY)
  }

  return (
    <section
      ref={card}
      className={styles.card}
      data-testid="approval-card"
      data-approval={approval.id}
      aria-labelledby={titleId}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <h2 id={titleId} className={styles.title}>
        <StatusMark status={{ icon: 'triangle', tone: 'waiting', word: 'waiting' }} worded={false} />
        {question}
      </h2>
      <p className={styles.reason}>{t(`approval.reason.${approval.reason}`)}</p>
      <ApprovalContent target={approval.target} text={approval.arguments} />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {errorText(problem).title}. {errorText(problem).body}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          look="primary"
          aria-disabled={!ready}
          data-testid="approval-allow"
          onClick={() => void answer(ONCE)}
        >
          {sending ? t('approval.sending') : t('approval.allowOnce')}
        </Button>
        {approval.canRemember && (
          <Button
            aria-disabled={!ready}
            data-testid="approval-allow-conversation"
            onClick={() => void answer(ALWAYS)}
          >
            {t('approval.allowConversation')}
          </Button>
        )}
        <Button aria-disabled={!ready} data-testid="approval-deny" onClick={() => void answer(DENY)}>
          {t('approval.deny')}
        </Button>
        <input
          className={styles.note}
          data-testid="approval-note"
          value={note}
          maxLength={2_000}
          placeholder={t('approval.noteShort')}
          aria-label={t('approval.note')}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <p className={styles.keys}>{t('approval.keys')}</p>
    </section>
  )
}
