import { forgotPassword } from '@dolph/contract/accounts/accounts'
import { NEXT_PATH_MAX, parseNextPath } from '@dolph/contract/accounts/next-path'
import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import type { CheckEmailState } from '../sign-up/check-email-page.tsx'
import { useForgotPassword } from '../data.ts'
import { buildAccountPath, sanitizeNextPath } from '../sign-in/next-path.ts'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { AccountForm } from '../account-form.tsx'

const ForgotPasswordForm = z.pick(forgotPassword.schema.body, { email: true })

export function ForgotPasswordPage() {
  const navigate = useNavigate()
  const requestLink = useForgotPassword()
  const [params] = useSearchParams()
  const next = parseNextPath(params.get('next'))
  const form = useForm({ resolver: zodResolver(ForgotPasswordForm) })
  const submit = form.handleSubmit(({ email }) =>
    requestLink.mutate(next && next.length <= NEXT_PATH_MAX ? { email, next } : { email }, {
      onSuccess: ({ message }) =>
        void navigate('/check-email', { state: { message } satisfies CheckEmailState }),
    }),
  )

  return (
    <AccountPageLayout
      title="Forgot your password?"
      icon={KeyRound}
      lead="Enter your email address. If it belongs to an account, we send a link that sets a new password."
      after={
        <>
          Remembered it?{' '}
          <TextLink to={buildAccountPath('/login', sanitizeNextPath(next))}>Log in</TextLink>
        </>
      }
    >
      <AccountForm busy={requestLink.isPending} onSubmit={submit}>
        {requestLink.error && (
          <Banner kind="error">
            {getErrorMessage(requestLink.error, 'The email could not be sent. Please try again.')}
          </Banner>
        )}
        <Field
          {...form.register('email')}
          label="Email"
          type="email"
          autoComplete="username"
          error={form.formState.errors.email?.message}
        />
        <SubmitButton variant="primary" busy={requestLink.isPending}>
          {requestLink.isPending ? 'Sending...' : 'Send link'}
        </SubmitButton>
      </AccountForm>
    </AccountPageLayout>
  )
}
