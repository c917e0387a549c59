import { SignUpForm } from '@dolph/contract/accounts/accounts'
import { NEXT_PATH_MAX } from '@dolph/contract/accounts/next-path'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useSignUp } from '../data.ts'
import { getBannerText, showFieldErrors } from '../field-errors.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { AccountForm } from '../account-form.tsx'

const FIELDS = [
  'firstName',
  'lastName',
  'userName',
  'Email',
  'Password',
  'confirmPassword',
] as const

interface Props {
  /** Where the visitor goes after signing in: the link in the mail knows it too. */
  next: string | null
  /** Called with the address that the verification code was sent to. */
  onSignedUp: (email: string) => void
}

export function SignupForm({ next, onSignedUp }: Props) {
  const signUp = useSignUp()
  const form = useForm({ resolver: zodResolver(SignUpForm) })
  const typed = useWatch({ control: form.control, name: 'Password' })
  const { errors } = form.formState
  const isUnreachable = signUp.error instanceof ApiError && signUp.error.code === 'network'
  const fallback = isUnreachable ? 'An error occurred during signup' : 'Signup failed'
  const problem = getBannerText(signUp.error, fallback, FIELDS)

  const submit = form.handleSubmit((values) =>
    signUp.mutate(next && next.length <= NEXT_PATH_MAX ? { ...values, next } : values, {
      onSuccess: ({ email }) => onSignedUp(email),
      onError: (error) => showFieldErrors(form, error, FIELDS),
    }),
  )

  return (
    <AccountForm busy={signUp.isPending} onSubmit={submit}>
      {problem && <Banner kind="error">{problem}</Banner>}
      <div className="grid gap-5 min-[22.5rem]:grid-cols-2 min-[22.5rem]:gap-4">
        <Field
          {...form.register('firstName')}
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
        />
        <Field
          {...form.register('lastName')}
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
        />
      </div>
      <Field
        {...form.register('userName')}
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          errors.userName
            ? undefined
            : 'How others find you: letters, numbers, hyphens and underscores.'
        }
        error={errors.userName?.message}
      />
      <Field
        {...form.register('Email')}
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.Email?.message}
      />
      <NewPasswordFields
        newPassword={{
          field: form.register('Password'),
          label: 'Password',
          typed,
          error: errors.Password?.message,
        }}
        confirmation={{
          field: form.register('confirmPassword'),
          label: 'Confirm password',
          error: errors.confirmPassword?.message,
        }}
      />
      <SubmitButton variant="accent" busy={signUp.isPending}>
        {signUp.isPending ? 'Creating account...' : 'Create account'}
      </SubmitButton>
      <p className="text-sm text-muted">
        By creating an account you agree to our <TextLink to="/terms">Terms of Service</TextLink>{' '}
        and <TextLink to="/privacy">Privacy Policy</TextLink>. You must be at least 13.
      </p>
    </AccountForm>
  )
}
