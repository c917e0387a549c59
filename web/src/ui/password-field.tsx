import { Circle, CircleAlert, CircleCheck, Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps } from 'react'
import { cx } from './cx.ts'
import { CONTROL_CLASS, getControlProps, FormField, type FieldTexts } from './form-field.tsx'
import { IconButton } from './icon-button.tsx'

interface PasswordRule {
  hint: string
  isMet: (typed: string) => boolean
}

type Props = Omit<ComponentProps<'input'>, 'id' | 'type'> &
  Omit<FieldTexts, 'hint'> & {
    /** Shown below the field and ticked off while one types. */
    rules?: readonly PasswordRule[]
    /** What the rules are held against. */
    typed?: string | undefined
    autoComplete: 'current-password' | 'new-password'
  }

/** A secret that can be looked at while it is typed. */
export function PasswordField({ label, error, rules, typed = '', className, ...input }: Props) {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  // What a rule says already is not written a second time.
  const isRuled = error !== undefined && rules?.some(({ isMet }) => !isMet(typed))
  const hint = rules && <PasswordRules rules={rules} typed={typed} isWrong={isRuled === true} />

  return (
    <FormField {...{ id, label, hint, error, className }} isErrorVisuallyHidden={isRuled}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
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

function PasswordRules(props: { rules: readonly PasswordRule[]; typed: string; isWrong: boolean }) {
  const { rules, typed, isWrong } = props
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {rules.map(({ hint, isMet }) => {
        const met = isMet(typed)
        const Icon = met ? CircleCheck : isWrong ? CircleAlert : Circle
        return (
          <span
            key={hint}
            className={cx(
              'inline-flex items-center gap-1.5',
              met ? 'text-success' : isWrong && 'text-danger',
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
