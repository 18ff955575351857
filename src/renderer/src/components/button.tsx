import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` is the one thing to do next; `plain` the usual choice; `quiet` has no shape until it is touched. */
  readonly look?: 'primary' | 'plain' | 'quiet'
  readonly icon?: ReactNode
}

/** A button with a word on it. */
export function Button({ look = 'plain', icon, children, className, ...rest }: Props) {
  return (
    <button type="button" className={`${styles.button} ${className ?? ''}`} data-look={look} {...rest}>
      {icon}
      {children}
    </button>
  )
}
