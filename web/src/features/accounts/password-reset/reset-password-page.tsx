import { NewPassword } from '@dolph/contract/accounts/passwords'
import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod/mini'
import { Banner } from '../../../ui/banner.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { useResetPassword } from '../data.ts'
import { buildAccountPath, sanitizeNextPath } from '../sign-in/next-path.ts'
import { getBannerText, showFieldErrors } from '../field-errors.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { AccountForm } from '../account-form.tsx'

const ResetForm = z.object({ password: NewPassword, confirmPassword: z.string() }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    error: 'Passwords do not match.',
    path: ['confirmPassword'],
  }),
)

/** Target of the link in the password reset mail. */
export function ResetPasswordPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const reset = useResetPassword()
  const form = useForm({ resolver: zodResolver(ResetForm) })
  const typed = useWatch({ control: form.control, name: 'password' })
  const { errors } = form.formState
  const problem = getBannerText(reset.error, 'Failed to update password', ['password'])

  const submit = form.handleSubmit(({ password }) =>
    reset.mutate(
      { token, password },
      {
        onSuccess: ({ next = null }) => {
          toast.success('Password updated successfully')
          void navigate(buildAccountPath('/login', sanitizeNextPath(next)), { replace: true })
        },
        onError: (error) => showFieldErrors(form, error, ['password']),
      },
    ),
  )

  return (
    <AccountPageLayout
      title="Choose a new password"
      icon={KeyRound}
      lead="You will be logged out everywhere and can log in with it."
      after={
        <>
          Does the link no longer work? <TextLink to="/forgot-password">Ask for a new one</TextLink>
        </>
      }
    >
      <AccountForm busy={reset.isPending} onSubmit={submit}>
        {problem && <Banner kind="error">{problem}</Banner>}
        <NewPasswordFields
          newPassword={{
            field: form.register('password'),
            label: 'New password',
            typed,
            error: errors.password?.message,
          }}
          confirmation={{
            field: form.register('confirmPassword'),
            label: 'Confirm new password',
            error: errors.confirmPassword?.message,
          }}
        />
        <SubmitButton variant="primary" busy={reset.isPending}>
          {reset.isPending ? 'Saving...' : 'Set new password'}
        </SubmitButton>
      </AccountForm>
    </AccountPageLayout>
  )
}
