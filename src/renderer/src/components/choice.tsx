import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import styles from './choice.module.css'

type Props<T extends string> = {
  readonly id: string
  readonly 'aria-describedby': string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly 'data-testid'?: string
}

/** One of a few named values. */
export function Choice<T extends string>({ value, options, onChange, ...rest }: Props<T>) {
  const items = options.map(({ value: each, label }) => ({ value: each, label }))
  return (
    <Select.Root items={items} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Select.Trigger className={styles.trigger} {...rest}>
        <Select.Value />
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className={styles.positioner}
          sideOffset={4}
          alignItemWithTrigger={false}
          align="end"
        >
          <Select.Popup className={styles.popup}>
            {options.map((option) => (
              <Select.Item key={option.value} value={option.value} className={styles.item}>
                <span className={styles.tick}>
                  <Select.ItemIndicator>
                    <Check size={16} strokeWidth={1.5} aria-hidden="true" />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText>{option.label}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
