import type { Credentials } from '@dolph/contract/accounts/accounts'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { AccountForm } from '../account-form.tsx'
import { buildAccountPath } from './next-path.ts'

interface Props {
  form: UseFormReturn<Credentials>
  busy: boolean
  problem: string | undefined
  /** The address that was just verified: it is filled in, and the cursor is in the password. */
  verifiedEmail: string | undefined
  /** The path to open afterwards. */
  next: string
  onSubmit: (credentials: Credentials) => void
}

export function LoginForm({ form, busy, problem, verifiedEmail, next, onSubmit }: Props) {
  const submit = form.handleSubmit(onSubmit)
  const { errors } = form.formState

  useEffect(() => {
    if (verifiedEmail === undefined) return
    // What was typed or filled in before hydration wins.
    const typed = form.getValues('email')
    if (typed && typed !== verifiedEmail) return
    form.setValue('email', verifiedEmail)
    form.setFocus('password')
  }, [form, verifiedEmail])

  return (
    <AccountForm busy={busy} onSubmit={submit}>
      {problem && <Banner kind="error">{problem}</Banner>}
      <Field
        {...form.register('email')}
        label="Email"
        type="email"
        autoComplete="username webauthn"
        error={errors.email?.message}
      />
      <div className="relative">
        <PasswordField
          {...form.register('password')}
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
        />
        {/* After the field in the DOM: Tab must go from email to password directly. */}
        <div className="absolute top-0 right-0 text-sm">
          <TextLink to={buildAccountPath('/forgot-password', next)}>Forgot password?</TextLink>
        </div>
      </div>
      <SubmitButton variant="primary" busy={busy}>
        {busy ? 'Logging in...' : 'Log in'}
      </SubmitButton>
    </AccountForm>
  )
}
