import { VerificationCode, CODE_RESEND_COOLDOWN_SECONDS } from '@dolph/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { MailCheck } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { getErrorMessage } from '../../lib/api.ts'
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
  /** What is said at first, as why there is no new code; without it a code has just been sent. */
  problem?: string | undefined
  lead: ReactNode
  /** Called when the success has been read. */
  onDone: () => void
  after?: ReactNode
}

/** The last step of signing up, and of logging in before that step was done. */
export function VerificationCodeStep({ email, problem, lead, onDone, after }: Props) {
  const form = useForm({ resolver: zodResolver(VerificationCodeForm), defaultValues: { code: '' } })
  const verify = useVerifyCode()
  const resend = useResendVerification()
  const [left, startCooldown] = useCountdown(problem ? 0 : CODE_RESEND_COOLDOWN_SECONDS)
  const [news, setNews] = useState<StepNotice>(problem ? { kind: 'error', text: problem } : null)
  useDelayedRedirect(verify.isSuccess, REDIRECT_DELAY_MS, onDone)

  useEffect(() => form.setFocus('code'), [form])

  const submit = form.handleSubmit(({ code }) => {
    setNews(null)
    verify.mutate(
      { email, code },
      {
        onError: (error) => {
          setNews({ kind: 'error', text: getErrorMessage(error, 'Verification failed') })
          form.setFocus('code', { shouldSelect: true })
        },
      },
    )
  })

  function sendAgain() {
    setNews(null)
    resend.mutate(email, {
      onSuccess: () => {
        setNews({ kind: 'success', text: 'New verification code sent successfully!' })
        startCooldown(CODE_RESEND_COOLDOWN_SECONDS)
      },
      onError: () =>
        setNews({
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
          {news && <Banner kind={news.kind}>{news.text}</Banner>}
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
            disabled={left > 0}
            onClick={sendAgain}
            className="tabular-nums"
          >
            {left > 0 ? `Resend code in ${left} s` : 'Resend code'}
          </Button>
        </form>
      )}
    </AccountPageLayout>
  )
}
