import { useQuery } from '@tanstack/react-query'
import { MailCheck, MailSearch, MailX } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { emailVerificationQuery } from '../data.ts'
import { useDelayedRedirect } from '../delayed-redirect.ts'
import { buildAccountPath, sanitizeNextPath } from '../sign-in/next-path.ts'
import type { VerifiedEmailState } from '../sign-in/verified-email.ts'

const REDIRECT_DELAY_MS = 3000
const REFUSED = 'Verification failed. Invalid or expired token.'

/** Target of the link in the verification mail. */
export function VerifyEmailPage() {
  const { token } = useParams()
  const navigate = useNavigate()
  const verification = useQuery({ ...emailVerificationQuery(token ?? ''), enabled: Boolean(token) })
  const { email, next = null } = verification.data ?? {}
  const loginPath = buildAccountPath('/login', sanitizeNextPath(next))
  const state: VerifiedEmailState | null = email === undefined ? null : { verifiedEmail: email }
  useDelayedRedirect(
    verification.isSuccess,
    REDIRECT_DELAY_MS,
    () => void navigate(loginPath, { replace: true, state }),
  )

  if (token && verification.isPending) {
    return (
      <AccountPageLayout title="Verifying Email..." icon={MailSearch} lead="This takes a moment.">
        <Spinner className="size-5 text-primary" />
      </AccountPageLayout>
    )
  }
  if (verification.isSuccess) {
    return (
      <AccountPageLayout
        title="Email Verified Successfully!"
        icon={MailCheck}
        lead="You can log in now. We will take you there."
      >
        <ButtonLink to={loginPath} state={state} variant="primary" className="w-full">
          Log in
        </ButtonLink>
      </AccountPageLayout>
    )
  }
  return (
    <AccountPageLayout
      title="Verification Failed"
      icon={MailX}
      lead={<p role="alert">{REFUSED}</p>}
    >
      {verification.error && getErrorMessage(verification.error, '') === '' && (
        <p className="text-sm text-muted">
          We could not reach the server. The link may still work. Please try again in a moment.
        </p>
      )}
      <ButtonLink to="/login" variant="primary" className="w-full">
        Log in to get a new code
      </ButtonLink>
    </AccountPageLayout>
  )
}
