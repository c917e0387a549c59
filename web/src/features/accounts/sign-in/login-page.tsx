import { Credentials } from '@dolph/contract/accounts/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Banner } from '../../../ui/banner.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import {
  describeEarlierCode,
  getNextCodeTime,
  getNextCodeTimeOf,
} from '../sign-up/code-cooldown.ts'
import { useLogIn, useResendVerification } from '../data.ts'
import { GitHubButton } from './github-button.tsx'
import { GoogleButton } from './google-button.tsx'
import { LoginForm } from './login-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { buildAccountPath, consumeNextPath, sanitizeNextPath } from './next-path.ts'
import { useProviderError } from './provider-error.ts'
import { startSession } from '../session/session.ts'
import { consumeAuthSuccess } from '../session/session-hints.ts'
import { parseVerifiedEmail } from './verified-email.ts'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { useVerificationStep, type VerificationStep } from '../sign-up/verification-step.ts'

export const lazySecondFactorStep = createLazyModule(
  async () => (await import('../second-factor/second-factor-step.tsx')).SecondFactorStep,
)

export const lazyVerificationCodeStep = createLazyModule(
  async () => (await import('../sign-up/verification-code-step.tsx')).VerificationCodeStep,
)

interface Props {
  /** Shown above the form: what the visitor logs in for. */
  lead?: ReactNode
}

export function LoginPage({ lead = 'Good to see you again.' }: Props) {
  const [params] = useSearchParams()
  const next = sanitizeNextPath(params.get('next'))
  const isCodeStep = useIsCodeStep()
  const navigate = useNavigate()
  const viewer = useViewer()
  const logIn = useLogIn()
  const resend = useResendVerification()
  const [step, saveStep] = useVerificationStep('login')
  const [verifiedEmail, setVerifiedEmail] = useState(parseVerifiedEmail(useLocation().state))
  // No default values: they would overwrite what the visitor or the browser filled in before hydration.
  const form = useForm({ resolver: zodResolver(Credentials) })
  const providerError = useProviderError()
  /** Why the code step has led back to the form. */
  const [endReason, setEndReason] = useState<string>()
  useProviderCallback()

  async function submit(credentials: Credentials) {
    setEndReason(undefined)
    try {
      await logIn.mutateAsync(credentials)
      toast.success('Successfully logged in!')
      await navigate(next, { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second-factor-needed') {
        logIn.reset()
        await navigate(`/login?${new URLSearchParams({ step: 'code', next })}`, { replace: true })
      } else if (error instanceof ApiError && error.code === 'email-not-verified') {
        await sendCode(credentials.email)
      } else {
        // The page says why, for as long as it is read.
        toast.error('Login failed')
      }
    }
  }

  function finishSecondFactor(recoveryCodesLeft: number | undefined) {
    if (recoveryCodesLeft === undefined) toast.success('Successfully logged in!')
    else toast.info(describeUsedRecoveryCode(recoveryCodesLeft))
    void navigate(next, { replace: true })
  }

  async function sendCode(email: string) {
    try {
      await resend.mutateAsync(email)
      saveStep({ email, sentAt: Date.now(), nextCodeTime: getNextCodeTime() })
    } catch (error) {
      const nextCodeTime = getNextCodeTimeOf(error)
      saveStep(
        nextCodeTime === undefined
          ? { email, isNotSent: true, nextCodeTime: 0 }
          : { email, earlierCode: describeEarlierCode(nextCodeTime), nextCodeTime },
      )
    }
    logIn.reset()
  }

  if (viewer) return <Navigate to={next} replace />
  if (isCodeStep) {
    return (
      <LazyPart
        part={lazySecondFactorStep}
        props={{
          onDone: finishSecondFactor,
          onEnded: (reason) => {
            setEndReason(reason)
            void navigate(buildAccountPath('/login', next), { replace: true })
          },
          after: <TextLink to={buildAccountPath('/login', next)}>Back to log in</TextLink>,
        }}
        fallback={<div className="min-h-dvh" />}
      />
    )
  }
  if (step) {
    return (
      <LazyPart
        part={lazyVerificationCodeStep}
        props={{
          step,
          onChange: saveStep,
          lead: <UnverifiedLead step={step} />,
          onDone: () => {
            setVerifiedEmail(step.email)
            saveStep(null)
          },
          after: (
            <TextLink to={{ search: params.toString() }} onClick={() => saveStep(null)}>
              Back to log in
            </TextLink>
          ),
        }}
        fallback={<div className="min-h-dvh" />}
      />
    )
  }

  const isUnverified = logIn.error instanceof ApiError && logIn.error.code === 'email-not-verified'
  return (
    <AccountPageLayout
      title="Welcome Back"
      lead={lead}
      after={
        <>
          New to Dolph?{' '}
          <TextLink to={buildAccountPath('/signup', next)}>Create an account</TextLink>
        </>
      }
    >
      {providerError && <Banner kind="info">{providerError}</Banner>}
      <LoginForm
        form={form}
        busy={logIn.isPending || resend.isPending}
        problem={
          logIn.error && !isUnverified
            ? getErrorMessage(logIn.error, 'The server did not answer. Please try again.')
            : endReason
        }
        verifiedEmail={verifiedEmail}
        next={next}
        onSubmit={(credentials) => void submit(credentials)}
      />
      <div className="grid gap-3">
        <GoogleButton next={next} />
        <GitHubButton next={next} />
        <PasskeyButton />
      </div>
    </AccountPageLayout>
  )
}

function UnverifiedLead({ step }: { step: VerificationStep }) {
  const { email, earlierCode, isNotSent, isExpired } = step
  if (isNotSent || isExpired) return 'Your email address is not verified yet.'
  return (
    <>
      Your email address is not verified yet. Please check your email{' '}
      <strong className="font-medium wrap-anywhere text-ink">{email}</strong>
      {earlierCode ? `. ${earlierCode}` : ' for a new code.'}
    </>
  )
}

function describeUsedRecoveryCode(left: number): string {
  const codes = left === 1 ? '1 recovery code is left' : `${left} recovery codes are left`
  return `${codes}. Lost your phone? Switch the authenticator app off in your settings.`
}

/** Whether the second factor is asked for. It is in the URL: a provider leads back to it, and a reload keeps it. */
function useIsCodeStep(): boolean {
  const [params, setParams] = useSearchParams()
  const isCodeStep = params.get('step') === 'code'
  const isFromProvider = isCodeStep && !params.has('next')
  useEffect(() => {
    if (isFromProvider) setParams({ step: 'code', next: consumeNextPath() }, { replace: true })
  }, [isFromProvider, setParams])
  return isCodeStep
}

/** Finishes a sign-in with Google or GitHub that redirected here, by the auth-success cookie. */
function useProviderCallback(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const finishSignIn = useEffectEvent(async () => {
    if (!consumeAuthSuccess()) return
    const next = consumeNextPath()
    // The URL gets `next` first: without it, the page would redirect the new viewer to the dashboard.
    await navigate(`/login?${new URLSearchParams({ next })}`, { replace: true })
    await startSession(client)
    await navigate(next, { replace: true })
  })

  useEffect(() => void finishSignIn(), [])
}
