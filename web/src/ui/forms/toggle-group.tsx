import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup as Base } from '@base-ui/react/toggle-group'
import { cx } from '../cx.ts'
import type { IconType } from '../icon.ts'

interface Option<Value extends string> {
  value: Value
  label: string
  icon?: IconType
}

interface Props<Value extends string> {
  /** Names the group for screen readers. */
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** `segments` share one frame, `chips` are separate and wrap. */
  variant?: 'segments' | 'chips'
  /** Shows only icons; the labels remain as names. */
  iconOnly?: boolean
  disabled?: boolean
  className?: string
}

/** Buttons of which exactly one is pressed. */
export function ToggleGroup<Value extends string>(props: Props<Value>) {
  const { label, options, value, onChange, className } = props
  const { variant = 'segments', iconOnly = false, disabled = false } = props

  return (
    <Base
      aria-label={label}
      disabled={disabled}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className={cx(variant === 'segments' ? SEGMENTS_CLASS : 'flex flex-wrap gap-2', className)}
    >
      {options.map(({ value: each, label: name, icon: Icon }) => (
        <Toggle
          key={each}
          value={each}
          aria-label={iconOnly ? name : undefined}
          title={iconOnly ? name : undefined}
          className={cx(
            ITEM_CLASS,
            variant === 'segments' ? SEGMENT_CLASS : CHIP_CLASS,
            iconOnly ? 'w-9 justify-center' : 'px-3',
          )}
        >
          {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
          {!iconOnly && name}
        </Toggle>
      ))}
    </Base>
  )
}

const SEGMENTS_CLASS = 'inline-flex gap-0.5 rounded-control border border-edge bg-surface p-0.5'

const ITEM_CLASS = cx(
  'flex items-center gap-2 text-sm font-medium whitespace-nowrap text-muted transition-colors',
  'select-none not-data-disabled:hover:text-ink data-disabled:opacity-50',
)

const SEGMENT_CLASS = cx(
  'h-8.5 rounded-sm not-data-disabled:hover:bg-hover active:bg-pressed',
  'data-pressed:bg-primary-soft data-pressed:text-link',
)

const CHIP_CLASS = cx(
  'h-9 rounded-full border border-edge bg-surface',
  'not-data-disabled:hover:bg-hover active:bg-pressed',
  'data-pressed:border-primary data-pressed:bg-primary data-pressed:text-on-primary',
  'not-data-disabled:data-pressed:hover:bg-primary-hover',
  'not-data-disabled:data-pressed:hover:text-on-primary',
)
