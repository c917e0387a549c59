import { Navigate, useNavigate } from 'react-router'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { VerificationCodeStep } from './verification-code-step.tsx'
import { getNextCodeTime } from './code-cooldown.ts'
import { GoogleButton } from '../sign-in/google-button.tsx'
import { SignupForm } from './signup-form.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { useVerificationStep } from './verification-step.ts'

export function SignupPage() {
  const navigate = useNavigate()
  const viewer = useViewer()
  const [step, saveStep] = useVerificationStep('signup')

  if (viewer) return <Navigate to="/posts" replace />
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
        onDone={() => void navigate('/login')}
        after={
          <>
            Already verified? <TextLink to="/login">Log in</TextLink>{' '}
            <span aria-hidden="true">·</span>{' '}
            <TextLink to="/signup" onClick={() => saveStep(null)}>
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
      lead="Show what you build, and find the people to build it with."
      after={
        <>
          Already a member? <TextLink to="/login">Log in</TextLink>
        </>
      }
    >
      <SignupForm
        onSignedUp={(email) =>
          saveStep({ email, sentAt: Date.now(), nextCodeTime: getNextCodeTime() })
        }
      />
      <GoogleButton />
    </AccountPageLayout>
  )
}
