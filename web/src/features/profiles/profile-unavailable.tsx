import { LogIn, UserRoundX } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { getProfileErrorText, type ProfileErrorTexts } from './profile-errors.ts'

interface ProfileLoadErrorProps {
  error: Error
  texts: ProfileErrorTexts
  onRetry: () => void
}

/** Shown when the profile could not be loaded. */
export function ProfileLoadError({ error, texts, onRetry }: ProfileLoadErrorProps) {
  return (
    <CenteredAlert>
      <LoadError
        title={getProfileErrorText(error, texts)}
        titleAs="h1"
        error={error}
        onRetry={onRetry}
      />
    </CenteredAlert>
  )
}

/** Shown when no member has the username. */
export function UserNotFound() {
  useEffect(() => {
    document.title = 'User not found · Dolph'
  }, [])

  return (
    <CenteredAlert>
      <EmptyState
        icon={UserRoundX}
        title="User not found"
        titleAs="h1"
        action={<ButtonLink to="/posts">Explore Projects</ButtonLink>}
      >
        They may have deleted their account, or the name may be misspelt.
      </EmptyState>
    </CenteredAlert>
  )
}

/** Shown for two seconds before the page redirects to /login. */
export function LoginRequiredNotice({ to }: { to: string }) {
  return (
    <CenteredAlert>
      <EmptyState
        icon={LogIn}
        title="Please log in to view this profile"
        titleAs="h1"
        action={<ButtonLink to={to}>Log in</ButtonLink>}
      >
        Your session has ended. We will take you to the login page.
      </EmptyState>
    </CenteredAlert>
  )
}

function CenteredAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="page grid flex-1 place-items-center py-8">
      {children}
    </div>
  )
}
