import { useId, type ComponentProps } from 'react'
import { cx } from './cx.ts'
import { CONTROL_LOOK, controlProps, FieldFrame, type FieldTexts } from './field-frame.tsx'
import type { IconType } from './icon.ts'

type Props = Omit<ComponentProps<'input'>, 'id'> & FieldTexts & { icon?: IconType }

/** One line of text with its label, hint and error. */
export function Field({ label, hint, error, icon: Icon, className, ...input }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        {Icon && (
          <Icon
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
            aria-hidden="true"
          />
        )}
        <input
          {...input}
          {...controlProps(id, { label, hint, error })}
          className={cx(CONTROL_LOOK, 'h-10', Icon && 'pl-9!')}
        />
      </div>
    </FieldFrame>
  )
}
