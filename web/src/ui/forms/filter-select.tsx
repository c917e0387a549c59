import { ChevronDown } from 'lucide-react'
import { cx } from '../cx.ts'
import { CONTROL_CLASS } from './form-field.tsx'

interface Props {
  label: string
  /** The label of the choice that does not filter. */
  anyLabel: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** A filter with one choice. It is the browser's own, so that visitors load no code of popups. */
export function FilterSelect({ label, anyLabel, options, value, onChange }: Props) {
  return (
    <div className="relative min-w-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          CONTROL_CLASS,
          // Narrower on phones, where three filters share a line.
          'h-10 appearance-none truncate pr-9! max-sm:pr-6.5! max-sm:pl-2.5!',
          value !== '' && 'border-primary! bg-primary-soft text-link',
        )}
      >
        <option value="">{anyLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-4 max-sm:right-2 -translate-y-1/2 text-faint"
        aria-hidden="true"
      />
    </div>
  )
}
