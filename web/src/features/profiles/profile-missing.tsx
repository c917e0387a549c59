import { CloudOff, LogIn, UserRoundX } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { failureText, type FailureWords } from './failures.ts'

interface Failure {
  error: Error
  words: FailureWords
  onRetry: () => void
}

/** A profile could not be had. */
export function ProfileFailed({ error, words, onRetry }: Failure) {
  return (
    <Instead>
      <EmptyState
        icon={CloudOff}
        tone="rose"
        title={failureText(error, words)}
        titleAs="h1"
        action={<Button onClick={onRetry}>Try Again</Button>}
      >
        {messageOf(error, 'Please check your connection, or try again in a moment.')}
      </EmptyState>
    </Instead>
  )
}

/** There is no member of that name. */
export function UserNotFound() {
  useEffect(() => {
    document.title = 'User not found · Dolph'
  }, [])

  return (
    <Instead>
      <EmptyState
        icon={UserRoundX}
        title="User not found"
        titleAs="h1"
        action={<ButtonLink to="/posts">Explore Projects</ButtonLink>}
      >
        They may have deleted their account, or the name may be misspelt.
      </EmptyState>
    </Instead>
  )
}

/** Read before the page leaves for /login by itself. */
export function LoginFirst({ to }: { to: string }) {
  return (
    <Instead>
      <EmptyState
        icon={LogIn}
        title="Please log in to view this profile"
        titleAs="h1"
        action={<ButtonLink to={to}>Log in</ButtonLink>}
      >
        Your session has ended. We will take you to the login page.
      </EmptyState>
    </Instead>
  )
}

function Instead({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="page grid flex-1 place-items-center py-8">
      {children}
    </div>
  )
}
