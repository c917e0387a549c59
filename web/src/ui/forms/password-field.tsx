import { Circle, CircleAlert, CircleCheck, Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { CONTROL_CLASS, getControlProps, FormField, type FieldTexts } from './form-field.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { useIsReadOnly } from './read-only-fields.ts'

interface PasswordRule {
  hint: string
  isMet: (typed: string) => boolean
}

type Props = Omit<ComponentProps<'input'>, 'id' | 'type'> &
  Omit<FieldTexts, 'hint'> & {
    /** Shown below the field and ticked off while typing. */
    rules?: readonly PasswordRule[]
    /** The current value, which the rules are checked against. */
    typed?: string | undefined
    autoComplete: 'current-password' | 'new-password'
  }

/** A password with a button that shows it. */
export function PasswordField({ label, error, rules, typed = '', className, ...input }: Props) {
  const id = useId()
  const isReadOnly = useIsReadOnly()
  const [isShown, setIsShown] = useState(false)
  // An unmet rule already shows what is wrong.
  const isErrorInRules = error !== undefined && rules?.some(({ isMet }) => !isMet(typed))
  const hint = rules && (
    <PasswordRules rules={rules} typed={typed} hasError={isErrorInRules === true} />
  )

  return (
    <FormField
      id={id}
      label={label}
      hint={hint}
      error={error}
      className={className}
      isErrorVisuallyHidden={isErrorInRules}
    >
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          readOnly={isReadOnly}
          {...input}
          {...getControlProps(id, { label, hint, error })}
          type={isShown ? 'text' : 'password'}
          className={cx(CONTROL_CLASS, 'h-10 pr-11!')}
        />
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          icon={isShown ? EyeOff : Eye}
          size="sm"
          onClick={() => setIsShown(!isShown)}
          className="absolute top-1 right-1"
        />
      </div>
    </FormField>
  )
}

function PasswordRules(props: {
  rules: readonly PasswordRule[]
  typed: string
  hasError: boolean
}) {
  const { rules, typed, hasError } = props
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {rules.map(({ hint, isMet }) => {
        const met = isMet(typed)
        const Icon = met ? CircleCheck : hasError ? CircleAlert : Circle
        return (
          <span
            key={hint}
            className={cx(
              'inline-flex items-center gap-1.5',
              met ? 'text-success' : hasError && 'text-danger',
            )}
          >
            <Icon className="size-3.5 shrink-0" aria-hidden="true" />
            <span>
              {hint}
              <span className="sr-only">{met ? ' (met)' : ' (not met yet)'} </span>
            </span>
          </span>
        )
      })}
    </span>
  )
}
