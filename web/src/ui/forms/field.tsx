import { useId, type ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { CONTROL_CLASS, getControlProps, FormField, type FieldTexts } from './form-field.tsx'
import type { IconType } from '../icon.ts'
import { useIsReadOnly } from './read-only-fields.ts'

type Props = Omit<ComponentProps<'input'>, 'id'> & FieldTexts & { icon?: IconType }

/** One line of text with its label, hint and error. */
export function Field({ label, hint, error, icon: Icon, className, ...input }: Props) {
  const id = useId()
  const isReadOnly = useIsReadOnly()
  return (
    <FormField id={id} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        {Icon && (
          <Icon
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
            aria-hidden="true"
          />
        )}
        <input
          readOnly={isReadOnly}
          {...input}
          {...getControlProps(id, { label, hint, error })}
          className={cx(CONTROL_CLASS, 'h-10', Icon && 'pl-9!')}
        />
      </div>
    </FormField>
  )
}
