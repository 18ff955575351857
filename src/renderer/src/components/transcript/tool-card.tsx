import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallItem } from '../../lib/articles.ts'
import { callTarget, saysMore } from '../../lib/call-target.ts'
import { duration } from '../../lib/figures.ts'
import { StatusMark } from '../status-mark.tsx'
import { ClippedText } from './clipped-text.tsx'
import { Diff } from './diff.tsx'
import styles from './tool-card.module.css'
import { ToolFacts } from './tool-facts.tsx'
import { ToolIcon } from './tool-icon.tsx'
import { useToolName } from './use-tool-name.ts'

type Props = {
  readonly item: CallItem
  /** Whether whoever made the call still works; a call without outcome is then under way, else unknown. */
  readonly live: boolean
}

/** Durations below this say nothing that is worth reading. */
const SHOWN_FROM_MS = 1_000

function Outcome({ item: { result }, live }: Props) {
  const { t } = useTranslation()
  if (result === null)
    return live ? (
      <span className={styles.working}>
        <StatusMark status={{ icon: 'dot-in-ring', tone: 'running', word: 'running' }} worded={false} />
        {t('tool.running')}
      </span>
    ) : (
      <span>{t('tool.unknown')}</span>
    )
  return (
    <>
      {!result.ok && <span className={styles.failed}>{t('tool.failed')}</span>}
      {result.details !== null && <ToolFacts details={result.details} />}
      {result.durationMs >= SHOWN_FROM_MS && <span>{duration(t, result.durationMs)}</span>}
    </>
  )
}

/** One call: what was done to what, what came of it, and its output when asked for. A change is shown at once. */
export function ToolCard({ item, live }: Props) {
  const { t } = useTranslation()
  const name = useToolName()(item.call.name)
  const [open, setOpen] = useState(false)
  const target = callTarget(item.call.arguments)
  const details = item.result?.details ?? null
  const state = item.result === null ? (live ? 'running' : 'unknown') : item.result.ok ? 'ok' : 'failed'
  return (
    <div className={styles.card} data-testid="tool-card" data-tool={item.call.name} data-state={state}>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.picture}>
          <ToolIcon tool={item.call.name} />
          <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        </span>
        <span className={styles.name}>{name}</span>
        <span className={styles.target} title={target}>
          {target}
        </span>
        <span className={`${styles.facts} figures`}>
          <Outcome item={item} live={live} />
        </span>
      </button>
      {details?.kind === 'write' && details.diff !== '' && (
        <div className={styles.body}>
          <Diff diff={details.diff} label={details.path} />
        </div>
      )}
      {open && (
        <div className={styles.body}>
          {saysMore(item.call.arguments) && (
            <ClippedText text={pretty(item.call.arguments)} label={t('tool.arguments')} />
          )}
          {item.result !== null && (
            <ClippedText
              text={item.result.text === '' ? t('tool.empty') : item.result.text}
              label={t('tool.output')}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Arguments with a line for each; what is no JSON stays as the model wrote it. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
