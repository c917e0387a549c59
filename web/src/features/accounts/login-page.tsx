import { Credentials } from '@dolph/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { ApiError, getErrorMessage } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { toast } from '../../ui/toast.tsx'
import { AccountPageLayout } from './account-page-layout.tsx'
import { VerificationCodeStep } from './verification-code-step.tsx'
import { useLogIn, useResendVerification } from './data.ts'
import { GoogleButton } from './google-button.tsx'
import { LoginForm } from './login-form.tsx'
import { sanitizeNextPath, consumeNextPath } from './next-path.ts'
import { startSession } from './session.ts'
import { consumeAuthSuccess } from './session-hints.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { useViewer } from './use-viewer.ts'

const CODE_NOT_SENT = 'Failed to send verification code. Please try again.'

export function LoginPage() {
  const [params] = useSearchParams()
  const next = sanitizeNextPath(params.get('next'))
  const navigate = useNavigate()
  const viewer = useViewer()
  const logIn = useLogIn()
  const resend = useResendVerification()
  const [unverified, setUnverified] = useState<{ email: string; problem?: string } | null>(null)
  // No default values: they would overwrite what the visitor or the browser filled in before hydration.
  const form = useForm({ resolver: zodResolver(Credentials) })
  useGoogleCallback(params.get('error'))

  async function submit(credentials: Credentials) {
    try {
      await logIn.mutateAsync(credentials)
      toast.success('Successfully logged in!')
      await navigate(next, { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email-not-verified') {
        await sendCode(credentials.email)
      } else {
        toast.error(getErrorMessage(error, 'Login failed'))
      }
    }
  }

  async function sendCode(email: string) {
    try {
      await resend.mutateAsync(email)
      setUnverified({ email })
    } catch {
      setUnverified({ email, problem: CODE_NOT_SENT })
    }
    logIn.reset()
  }

  if (viewer) return <Navigate to={next} replace />
  if (unverified) {
    const { email, problem } = unverified
    return (
      <VerificationCodeStep
        email={email}
        problem={problem}
        lead={
          problem ? (
            'Your email address is not verified yet.'
          ) : (
            <>
              Your email address is not verified yet. Please check your email{' '}
              <strong className="font-medium text-ink">{email}</strong> for a new code.
            </>
          )
        }
        onDone={() => setUnverified(null)}
      />
    )
  }

  const isUnverified = logIn.error instanceof ApiError && logIn.error.code === 'email-not-verified'
  return (
    <AccountPageLayout
      title="Welcome Back"
      lead="Good to see you again."
      after={
        <>
          New to Dolph? <TextLink to="/signup">Create an account</TextLink>
        </>
      }
    >
      {params.get('error') === 'google-email' && (
        <Banner kind="info">
          An account with the email address of your Google account already exists. Please log in
          with its password.
        </Banner>
      )}
      <LoginForm
        form={form}
        busy={logIn.isPending || resend.isPending}
        problem={
          logIn.error && !isUnverified ? getErrorMessage(logIn.error, 'Login failed') : undefined
        }
        onSubmit={(credentials) => void submit(credentials)}
      />
      <GoogleButton next={next} />
    </AccountPageLayout>
  )
}

/** Finishes a Google sign-in that redirected here, by the auth-success cookie or by the `error` parameter. */
function useGoogleCallback(error: string | null): void {
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
  useEffect(() => {
    if (error === 'google') toast.error('Failed to initiate Google login. Please try again.')
  }, [error])
}
