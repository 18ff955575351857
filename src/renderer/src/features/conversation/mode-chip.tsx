import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Mode } from '../../../../shared/conversation.ts'
import chip from './chip.module.css'
import styles from './mode-chip.module.css'

type Props = {
  readonly mode: Mode
  /** Full is offered only when the settings allow it, or when it is on already. */
  readonly fullModeEnabled: boolean
  readonly onChoose: (mode: Mode) => void
}

/** What the agent may do without asking: one word, and a menu that explains each. */
export function ModeChip({ mode, fullModeEnabled, onChoose }: Props) {
  const { t } = useTranslation()
  const modes: readonly Mode[] =
    fullModeEnabled || mode === 'full' ? ['ask', 'auto', 'full'] : ['ask', 'auto']
  return (
    <Menu.Root>
      <Menu.Trigger
        className={chip.chip}
        data-testid="mode-chip"
        data-mode={mode}
        aria-label={t('composer.mode', { mode: t(`composer.modes.${mode}`) })}
      >
        {t(`composer.modes.${mode}`)}
        <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={6} side="top" align="start">
          <Menu.Popup className={styles.menu}>
            <Menu.RadioGroup value={mode} onValueChange={(next: Mode) => onChoose(next)}>
              {modes.map((each) => (
                <Menu.RadioItem
                  key={each}
                  value={each}
                  className={styles.item}
                  data-testid={`mode-${each}`}
                  closeOnClick
                >
                  <span className={styles.tick}>
                    <Menu.RadioItemIndicator>
                      <Check size={16} strokeWidth={1.5} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                  </span>
                  <span className={styles.name}>{t(`composer.modes.${each}`)}</span>
                  <span className={styles.hint}>{t(`composer.modes.${each}Hint`)}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
