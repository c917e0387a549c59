import { ShieldCheck } from 'lucide-react'
import { ApiError } from '../../lib/api/api-error.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function isSecondFactorNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second-factor-needed'
}

/** In place of the pages of staff, for a session without a second factor. */
export function SecondFactorNeeded() {
  return (
    <div className="page grid flex-1 content-center">
      <EmptyState
        icon={ShieldCheck}
        titleAs="h1"
        title="Set up a second factor to review."
        action={
          <ButtonLink to="/settings#sign-in" variant="primary">
            Go to your settings
          </ButtonLink>
        }
      >
        Moderators and admins log in with an authenticator app, so that a stolen password is not
        enough.
      </EmptyState>
    </div>
  )
}
