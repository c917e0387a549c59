import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import { cx } from '../cx.ts'
import { useIsReadOnly } from './read-only-fields.ts'

interface RadioOption<Value extends string> {
  value: Value
  label: string
  /** What the option means, in plain words. */
  hint?: string
  /** At the end of the line, such as the key that chooses the option. */
  aside?: ReactNode
  disabled?: boolean
}

interface Props<Value extends string> {
  /** The question above the options. */
  label: string
  isLabelHidden?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error?: string | undefined
  /** Gets the focus when nothing was chosen. */
  firstRef?: Ref<HTMLElement>
}

/** Options of which one can be chosen, each on a line of its own. */
export function RadioList<Value extends string>(props: Props<Value>) {
  const { label, isLabelHidden = false, options, value, onChange, error, firstRef } = props
  const id = useId()
  const isReadOnly = useIsReadOnly()
  return (
    <div className="grid grid-cols-1 gap-2">
      <p id={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </p>
      <RadioGroup
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        readOnly={isReadOnly}
        onValueChange={(next) => onChange(next as Value)}
        className="grid gap-1.5"
      >
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the radio inside is the control
          <label key={option.value} className={OPTION_CLASS}>
            <Radio.Root
              ref={index === 0 ? firstRef : undefined}
              value={option.value}
              disabled={option.disabled ?? false}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
              className={RADIO_CLASS}
            >
              <Radio.Indicator className="size-2 rounded-full bg-on-primary" />
            </Radio.Root>
            <span className="grid min-w-0 flex-1">
              <span id={`${id}-${option.value}`} className="text-sm font-medium">
                {option.label}
              </span>
              {option.hint && (
                <span id={`${id}-${option.value}-hint`} className="text-sm text-pretty text-muted">
                  {option.hint}
                </span>
              )}
            </span>
            {option.aside}
          </label>
        ))}
      </RadioGroup>
      {error && (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-sm text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}

const OPTION_CLASS = cx(
  'flex cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2',
  'transition-colors hover:not-has-data-disabled:bg-hover has-data-disabled:cursor-default',
  'has-data-disabled:bg-sunken has-data-disabled:text-muted has-data-checked:border-primary has-data-checked:bg-primary-soft',
)

const RADIO_CLASS = cx(
  'mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border border-edge bg-surface',
  'transition-colors data-checked:border-transparent data-checked:bg-primary',
)
