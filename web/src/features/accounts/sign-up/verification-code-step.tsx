import { CODE_MINUTES, VerificationCode } from '@dolph/contract/accounts/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import {
  describeEarlierCode,
  formatCooldown,
  getNextCodeTime,
  getNextCodeTimeOf,
} from './code-cooldown.ts'
import { VerificationCodeField } from './verification-code-field.tsx'
import { useCountdown } from './countdown.ts'
import { useResendVerification, useVerifyCode } from '../data.ts'
import { useDelayedRedirect } from '../delayed-redirect.ts'
import { SubmitButton } from '../submit-button.tsx'
import type { VerificationStep } from './verification-step.ts'
import { AccountForm } from '../account-form.tsx'

const REDIRECT_DELAY_MS = 2000
const CODE_NOT_SENT = 'Failed to send verification code. Please try again.'
const CODE_EXPIRED = 'This code no longer works. Please ask for a new one.'
const VerificationCodeForm = z.object({ code: VerificationCode })

type StepNotice = { kind: 'error' | 'success' | 'info'; text: string } | null

interface Props {
  step: VerificationStep
  onChange: (step: VerificationStep) => void
  lead: ReactNode
  /** Called `REDIRECT_DELAY_MS` after the success message is shown. */
  onDone: () => void
  after?: ReactNode
}

/** Asks for the emailed code: after signing up, and at a log-in with an unverified address. */
export function VerificationCodeStep({ step, onChange, lead, onDone, after }: Props) {
  const { email, isExpired } = step
  const form = useForm({ resolver: zodResolver(VerificationCodeForm), defaultValues: { code: '' } })
  const verify = useVerifyCode()
  const resend = useResendVerification()
  const secondsLeft = useCountdown(step.nextCodeTime)
  const [notice, setNotice] = useState<StepNotice>(getFirstNotice(step))
  // A code is sent once: Enter after the sixth digit, or a seventh digit, must not use up a second try.
  const sent = useRef({ code: '', isPending: false })
  useDelayedRedirect(verify.isSuccess, REDIRECT_DELAY_MS, onDone)

  useEffect(() => form.setFocus('code'), [form])

  function sendCode({ code }: z.infer<typeof VerificationCodeForm>) {
    if (sent.current.isPending) return
    sent.current = { code, isPending: true }
    setNotice(null)
    verify.mutate(
      { email, code },
      {
        onSuccess: () => onChange({ ...step, isVerified: true }),
        onError: (error) => {
          const isRefused = isCodeExpired(error, step)
          if (isRefused) onChange({ ...step, isExpired: true })
          const text = isRefused ? CODE_EXPIRED : getErrorMessage(error, 'Verification failed')
          setNotice({ kind: 'error', text })
          form.setFocus('code', { shouldSelect: true })
        },
        onSettled: () => {
          sent.current.isPending = false
        },
      },
    )
  }

  const submit = (event?: SyntheticEvent) => form.handleSubmit(sendCode)(event)

  function resendCode() {
    setNotice(null)
    resend.mutate(email, {
      onSuccess: () => {
        form.reset()
        setNotice({ kind: 'success', text: 'New verification code sent successfully!' })
        onChange({ email, sentAt: Date.now(), nextCodeTime: getNextCodeTime() })
        form.setFocus('code')
      },
      onError: (error) => {
        const nextCodeTime = getNextCodeTimeOf(error)
        if (nextCodeTime === undefined) {
          const text = 'Failed to resend verification code. Please try again.'
          return setNotice({ kind: 'error', text })
        }
        setNotice({ kind: 'info', text: describeEarlierCode(nextCodeTime) })
        onChange({ ...step, nextCodeTime })
      },
    })
  }

  return (
    <AccountPageLayout title="Verify Your Email" icon={MailCheck} lead={lead} after={after}>
      {verify.isSuccess ? (
        <Banner kind="success">Email verified successfully! You can now log in.</Banner>
      ) : (
        <AccountForm busy={verify.isPending} onSubmit={submit}>
          {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
          <VerificationCodeField
            {...form.register('code')}
            error={form.formState.errors.code?.message}
            onComplete={(code) => {
              if (code !== sent.current.code) void submit()
            }}
          />
          <SubmitButton variant={isExpired ? 'secondary' : 'primary'} busy={verify.isPending}>
            {verify.isPending ? 'Verifying...' : 'Verify email'}
          </SubmitButton>
          <Button
            variant={isExpired ? 'primary' : 'ghost'}
            busy={resend.isPending}
            disabled={secondsLeft > 0}
            onClick={resendCode}
            className="tabular-nums max-sm:h-11"
          >
            {formatCooldown('Resend code', secondsLeft)}
          </Button>
        </AccountForm>
      )}
    </AccountPageLayout>
  )
}

/** What the step says when it opens, also after a reload. */
function getFirstNotice({ isNotSent, isExpired }: VerificationStep): StepNotice {
  if (isNotSent) return { kind: 'error', text: CODE_NOT_SENT }
  return isExpired ? { kind: 'error', text: CODE_EXPIRED } : null
}

/** The server tells it where it may; where it may not, the page knows from the clock. */
function isCodeExpired(error: Error, { sentAt }: VerificationStep): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'code-expired') return true
  const isOld = sentAt !== undefined && Date.now() > sentAt + CODE_MINUTES * 60_000
  return error.code === 'invalid-input' && isOld
}
