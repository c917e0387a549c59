import { useId, type ComponentProps } from 'react'
import { cx } from '../../../ui/cx.ts'
import { CONTROL_CLASS, getControlProps, FormField } from '../../../ui/forms/form-field.tsx'
import { useIsReadOnly } from '../../../ui/forms/read-only-fields.ts'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label?: string
  error?: string | undefined
  /** Called with six digits that were typed, pasted or filled in by the browser. */
  onComplete?: (code: string) => void
}

/** Input for the six digits of a mail or an app; drops other characters that are typed or pasted with them. */
export function VerificationCodeField({
  label = 'Verification code',
  error,
  onChange,
  onComplete,
  ...input
}: Props) {
  const id = useId()
  const isReadOnly = useIsReadOnly()
  return (
    <FormField id={id} label={label} error={error}>
      <input
        readOnly={isReadOnly}
        {...input}
        {...getControlProps(id, { label, error })}
        onChange={(event) => {
          const code = event.target.value.replaceAll(/\D/g, '').slice(0, 6)
          event.target.value = code
          onChange?.(event)
          if (code.length === 6) onComplete?.(code)
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
        className={cx(CONTROL_CLASS, 'h-12 font-mono text-xl! tracking-[0.4em]')}
      />
    </FormField>
  )
}
