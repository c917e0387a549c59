import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../cx.ts'
import { CONTROL_CLASS, getControlProps, FormField, type FieldTexts } from './form-field.tsx'
import { POPUP_CLASS, POPUP_ITEM_CLASS } from '../overlays/popup-classes.ts'
import type { IconType } from '../icon.ts'
import { useIsReadOnly } from './read-only-fields.ts'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  icon?: IconType
}

interface Props<Value extends string> extends FieldTexts {
  options: readonly SelectOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  disabled?: boolean
  className?: string
}

export function Select<Value extends string>(props: Props<Value>) {
  const { label, hint, error, options, value, onChange, className } = props
  const { placeholder = 'Choose one', disabled = false } = props
  const id = useId()
  const isReadOnly = useIsReadOnly()
  const selected = options.find((option) => option.value === value)

  return (
    <FormField id={id} label={label} hint={hint} error={error} className={className}>
      <Base.Root
        items={options}
        value={value}
        disabled={disabled}
        readOnly={isReadOnly}
        onOpenChange={(isOpen, details) => isOpen && isReadOnly && details.cancel()}
        onValueChange={(next) => next !== null && onChange(next)}
      >
        <Base.Trigger
          {...getControlProps(id, { label, hint, error })}
          className={cx(CONTROL_CLASS, 'flex h-10 items-center gap-2 text-left')}
        >
          {selected?.icon && <selected.icon className="size-4 text-muted" aria-hidden="true" />}
          <Base.Value placeholder={placeholder} className="min-w-0 flex-1 truncate" />
          <ChevronsUpDown className="size-4 text-faint" aria-hidden="true" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
            <Base.Popup
              className={cx(POPUP_CLASS, 'max-w-(--available-width) min-w-(--anchor-width)')}
            >
              <Base.List className="max-h-80 overflow-y-auto p-1">
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={POPUP_ITEM_CLASS}>
                    {option.icon && (
                      <option.icon className="size-4 text-muted" aria-hidden="true" />
                    )}
                    <Base.ItemText className="min-w-0 flex-1 wrap-anywhere">
                      {option.label}
                    </Base.ItemText>
                    <Base.ItemIndicator>
                      <Check className="size-4 text-link" aria-hidden="true" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FormField>
  )
}
