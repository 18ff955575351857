import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/field.tsx'
import input from '../../components/input.module.css'
import type { Range } from './ranges.ts'

type Props = {
  readonly label: string
  readonly hint: string
  /** Null: Muster chooses. */
  readonly value: number | null
  readonly range: Range
  /** Stands in the empty field where leaving it empty means that Muster chooses. */
  readonly automatic?: string
  readonly testId: string
  readonly onChange: (value: number | null) => void
}

function parse(text: string, range: Range, mayBeEmpty: boolean): { fits: boolean; value: number | null } {
  if (text.trim() === '') return { fits: mayBeEmpty, value: null }
  const value = Number(text)
  return { fits: Number.isInteger(value) && value >= range.min && value <= range.max, value }
}

/** A whole number that is set when the field is left or Enter is pressed; what does not fit is said and not sent. */
export function WholeNumber({ label, hint, value, range, automatic, testId, onChange }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? (value === null ? '' : String(value))
  const parsed = parse(text, range, automatic !== undefined)
  const finish = () => {
    if (draft === null || !parsed.fits) return
    if (parsed.value !== value) onChange(parsed.value)
    setDraft(null)
  }
  return (
    <Field
      label={label}
      hint={hint}
      layout="beside"
      problem={parsed.fits ? null : t('settings.outOfRange', range)}
    >
      {(control) => (
        <input
          {...control}
          type="number"
          className={input.input}
          data-testid={testId}
          min={range.min}
          max={range.max}
          placeholder={automatic}
          value={text}
          aria-invalid={!parsed.fits}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => event.key === 'Enter' && finish()}
        />
      )}
    </Field>
  )
}
