import { parseNextPath } from '@dolph/contract/accounts/next-path'
import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { VerificationCodeStep } from './verification-code-step.tsx'
import { getNextCodeTime } from './code-cooldown.ts'
import { GitHubButton } from '../sign-in/github-button.tsx'
import { GoogleButton } from '../sign-in/google-button.tsx'
import { buildAccountPath, sanitizeNextPath } from '../sign-in/next-path.ts'
import type { VerifiedEmailState } from '../sign-in/verified-email.ts'
import { SignupForm } from './signup-form.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { useVerificationStep } from './verification-step.ts'

interface Props {
  /** Shown above the form: what the visitor signs up for. */
  lead?: ReactNode
}

export function SignupPage({ lead = DEFAULT_LEAD }: Props) {
  const [params] = useSearchParams()
  const next = sanitizeNextPath(params.get('next'))
  const loginPath = buildAccountPath('/login', next)
  const navigate = useNavigate()
  const viewer = useViewer()
  const [step, saveStep] = useVerificationStep('signup')

  if (viewer) return <Navigate to={next} replace />
  if (step !== null) {
    return (
      <VerificationCodeStep
        step={step}
        onChange={saveStep}
        lead={
          <>
            We sent a 6-digit code to{' '}
            <strong className="font-medium wrap-anywhere text-ink">{step.email}</strong>. Enter it
            here, or follow the link in the same email.
          </>
        }
        onDone={() => {
          const state: VerifiedEmailState = { verifiedEmail: step.email }
          void navigate(loginPath, { state })
        }}
        after={
          <>
            Already verified? <TextLink to={loginPath}>Log in</TextLink>{' '}
            <span aria-hidden="true">·</span>{' '}
            <TextLink to={{ search: params.toString() }} onClick={() => saveStep(null)}>
              Use another email
            </TextLink>
          </>
        }
      />
    )
  }
  return (
    <AccountPageLayout
      title="Create your account"
      lead={lead}
      after={
        <>
          Already a member? <TextLink to={loginPath}>Log in</TextLink>
        </>
      }
    >
      <SignupForm
        next={parseNextPath(params.get('next'))}
        onSignedUp={(email) =>
          saveStep({ email, sentAt: Date.now(), nextCodeTime: getNextCodeTime() })
        }
      />
      <div className="grid gap-3">
        <GoogleButton next={next} />
        <GitHubButton next={next} />
      </div>
    </AccountPageLayout>
  )
}

const DEFAULT_LEAD = 'Show what you build, and find the people to build it with.'
