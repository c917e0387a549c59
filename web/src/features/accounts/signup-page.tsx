import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { AccountPageLayout } from './account-page-layout.tsx'
import { VerificationCodeStep } from './verification-code-step.tsx'
import { GoogleButton } from './google-button.tsx'
import { SignupForm } from './signup-form.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useViewer } from './use-viewer.ts'

export function SignupPage() {
  const navigate = useNavigate()
  const viewer = useViewer()
  const [email, setEmail] = useState<string | null>(null)

  if (viewer) return <Navigate to="/posts" replace />
  if (email !== null) {
    return (
      <VerificationCodeStep
        email={email}
        lead={
          <>
            We sent a 6-digit code to <strong className="font-medium text-ink">{email}</strong>.
            Enter it here, or follow the link in the same email.
          </>
        }
        onDone={() => void navigate('/login')}
        after={
          <>
            Already verified? <TextLink to="/login">Log in</TextLink>
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
      <SignupForm onSignedUp={setEmail} />
      <GoogleButton />
    </AccountPageLayout>
  )
}
