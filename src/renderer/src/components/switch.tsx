import { Switch as Base } from '@base-ui/react/switch'
import styles from './switch.module.css'

type Props = {
  readonly id: string
  readonly 'aria-describedby': string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly 'data-testid'?: string
}

/** On or off, at once. */
export function Switch({ onChange, ...rest }: Props) {
  return (
    <Base.Root className={styles.track} onCheckedChange={onChange} {...rest}>
      <Base.Thumb className={styles.thumb} />
    </Base.Root>
  )
}
