import { Tooltip } from '@base-ui/react/tooltip'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './icon-button.module.css'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
  /** Its name for a screen reader, shown when the pointer rests on it. */
  readonly label: string
  readonly children: ReactNode
}

/** A button that is an icon, with its name as a tooltip. */
export function IconButton({ label, children, className, ...rest }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <button
            type="button"
            aria-label={label}
            className={`${styles.button} ${className ?? ''}`}
            {...rest}
          >
            {children}
          </button>
        }
      />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className={styles.positioner}>
          <Tooltip.Popup className={styles.tooltip}>{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
