import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Status, StatusIcon } from '../../../shared/status.ts'
import styles from './status-mark.module.css'

/** Each shape on a grid of 16, 1.5 wide, so that it reads without its colour. */
const SHAPES: Record<StatusIcon, ReactNode> = {
  'dashed-ring': <circle cx="8" cy="8" r="5.5" strokeDasharray="2.2 2.12" />,
  ring: <circle cx="8" cy="8" r="5.5" />,
  'dot-in-ring': (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <circle className={styles.dot} cx="8" cy="8" r="2.5" fill="currentColor" stroke="none" />
    </>
  ),
  triangle: (
    <>
      <path d="M8 2.75 14 13H2Z" fill="currentColor" fillOpacity="0.16" />
      <path d="M8 6.75v2.75M8 11.4v.1" />
    </>
  ),
  'ring-tick': (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="m5.75 8.25 1.6 1.6 3-3.35" />
    </>
  ),
  'half-disc': (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" stroke="none" />
    </>
  ),
  tick: <path d="m3 8.5 3.25 3.25L13 4.75" />,
  cross: <path d="m4 4 8 8M12 4l-8 8" />,
  'barred-circle': (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="m4.25 11.75 7.5-7.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 4.75V8l2.1 1.3" />
    </>
  ),
  bolt: <path d="M9 2 3.5 9H8l-1 5 5.5-7H8Z" />,
}

type Props = {
  readonly status: Status
  /** False: the word stands elsewhere on screen, so it is neither shown nor read. */
  readonly worded?: boolean
}

/** A state as shape, colour and word. */
export function StatusMark({ status, worded = true }: Props) {
  const { t } = useTranslation('system')
  return (
    <span className={styles.mark} data-tone={status.tone} data-status={status.word}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        data-icon={status.icon}
      >
        {SHAPES[status.icon]}
      </svg>
      {worded && <span>{t(`status.${status.word}`)}</span>}
    </span>
  )
}
