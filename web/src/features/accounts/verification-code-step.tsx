import { VerificationCode, CODE_RESEND_COOLDOWN_SECONDS } from '@dolph/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { MailCheck } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { getErrorMessage } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { AccountPageLayout } from './account-page-layout.tsx'
import { VerificationCodeField } from './verification-code-field.tsx'
import { useCountdown } from './countdown.ts'
import { useResendVerification, useVerifyCode } from './data.ts'
import { useDelayedRedirect } from './delayed-redirect.ts'
import { SubmitButton } from './submit-button.tsx'

const REDIRECT_DELAY_MS = 2000
const VerificationCodeForm = z.object({ code: VerificationCode })

type StepNotice = { kind: 'error' | 'success' | 'info'; text: string } | null

interface Props {
  email: string
  /** Why no code was sent; without it a code was just sent, and the resend cooldown runs. */
  problem?: string | undefined
  lead: ReactNode
  /** Called `REDIRECT_DELAY_MS` after the success message is shown. */
  onDone: () => void
  after?: ReactNode
}

/** Asks for the emailed code: after signing up, and at a log-in with an unverified address. */
export function VerificationCodeStep({ email, problem, lead, onDone, after }: Props) {
  const form = useForm({ resolver: zodResolver(VerificationCodeForm), defaultValues: { code: '' } })
  const verify = useVerifyCode()
  const resend = useResendVerification()
  const [secondsLeft, startCooldown] = useCountdown(problem ? 0 : CODE_RESEND_COOLDOWN_SECONDS)
  const [notice, setNotice] = useState<StepNotice>(
    problem ? { kind: 'error', text: problem } : null,
  )
  useDelayedRedirect(verify.isSuccess, REDIRECT_DELAY_MS, onDone)

  useEffect(() => form.setFocus('code'), [form])

  const submit = form.handleSubmit(({ code }) => {
    setNotice(null)
    verify.mutate(
      { email, code },
      {
        onError: (error) => {
          setNotice({ kind: 'error', text: getErrorMessage(error, 'Verification failed') })
          form.setFocus('code', { shouldSelect: true })
        },
      },
    )
  })

  function resendCode() {
    setNotice(null)
    resend.mutate(email, {
      onSuccess: () => {
        setNotice({ kind: 'success', text: 'New verification code sent successfully!' })
        startCooldown(CODE_RESEND_COOLDOWN_SECONDS)
      },
      onError: () =>
        setNotice({
          kind: 'error',
          text: 'Failed to resend verification code. Please try again.',
        }),
    })
  }

  return (
    <AccountPageLayout title="Verify Your Email" icon={MailCheck} lead={lead} after={after}>
      {verify.isSuccess ? (
        <Banner kind="success">Email verified successfully! You can now log in.</Banner>
      ) : (
        <form
          method="post"
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid gap-5"
        >
          {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
          <VerificationCodeField
            {...form.register('code')}
            error={form.formState.errors.code?.message}
          />
          <SubmitButton variant="primary" busy={verify.isPending}>
            {verify.isPending ? 'Verifying...' : 'Verify email'}
          </SubmitButton>
          <Button
            variant="ghost"
            busy={resend.isPending}
            disabled={secondsLeft > 0}
            onClick={resendCode}
            className="tabular-nums"
          >
            {secondsLeft > 0 ? `Resend code in ${secondsLeft} s` : 'Resend code'}
          </Button>
        </form>
      )}
    </AccountPageLayout>
  )
}
