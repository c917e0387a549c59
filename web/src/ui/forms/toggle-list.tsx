import { Toggle } from '@base-ui/react/toggle'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../cx.ts'
import { useIsReadOnly } from './read-only-fields.ts'

interface Props<Value extends string> {
  label: string
  hint?: string
  error?: string | undefined
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  /** How many can be pressed; the others are disabled then. */
  max?: number
}

/** Buttons of which any number can be pressed. */
export function ToggleList<Value extends string>(props: Props<Value>) {
  const { label, hint, error, options, value, onChange, max = options.length } = props
  const id = useId()
  const isReadOnly = useIsReadOnly()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={describedBy || undefined}
      data-has-error={error && true}
      className="grid grid-cols-1 gap-2"
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-muted">
            {hint}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => {
          const isPressed = value.includes(option.value)
          return (
            <Toggle
              key={option.value}
              pressed={isPressed}
              disabled={isReadOnly || (value.length >= max && !isPressed)}
              onPressedChange={(next) =>
                onChange(
                  next
                    ? [...value, option.value]
                    : value.filter((chosen) => chosen !== option.value),
                )
              }
              className={TOGGLE_CLASS}
            >
              {option.label}
            </Toggle>
          )
        })}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-sm text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}

const TOGGLE_CLASS = cx(
  'inline-flex h-8 items-center rounded-full border border-edge bg-surface px-3 text-sm whitespace-nowrap',
  'transition-colors hover:not-data-disabled:bg-hover data-disabled:opacity-50 pointer-coarse:h-10',
  'data-pressed:border-primary data-pressed:bg-primary-soft data-pressed:text-link',
)
