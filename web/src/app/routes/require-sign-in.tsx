import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { buildLoginPath } from '../../features/accounts/sign-in/login-path.ts'
import { getSignOutTarget } from '../../features/accounts/session/session.ts'
import { mayBeSignedIn } from '../../features/accounts/session/session-hints.ts'
import { viewerQuery } from '../../features/accounts/session/viewer-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Notice } from '../notice.tsx'
import { getPageMeta } from '../../lib/routes/page-meta.ts'

/** Members only. A visitor is redirected to /login, with the requested page as `next`. */
export function RequireSignIn() {
  const { data: member, isError } = useQuery(viewerQuery)
  const client = useQueryClient()
  const location = useLocation()
  const page = getPageMeta(useMatches())
  const [hadMember, setHadMember] = useState(false)

  // A member who logs out is already navigating elsewhere, which a redirect to /login would undo.
  const signOutTarget = hadMember && !member ? getSignOutTarget(client) : undefined
  const isSessionEndHandled =
    hadMember && member === null && !signOutTarget && page?.handlesSessionEnd

  if (member && !hadMember) setHadMember(true)
  if (member || isSessionEndHandled)
    return (
      <FullHeight>
        <Outlet />
      </FullHeight>
    )
  if (member === undefined && mayBeSignedIn())
    return <FullHeight>{isError ? <ViewerLoadError /> : <LoadingIndicator />}</FullHeight>
  return <Navigate to={signOutTarget ?? buildLoginPath(location)} replace />
}

/** At least as high as the screen, so that the footer does not jump while a page loads. */
function FullHeight({ children }: { children: ReactNode }) {
  return <div className="flex min-h-[calc(100dvh-3.5rem-1px)] flex-1 flex-col">{children}</div>
}

function LoadingIndicator() {
  return (
    <div role="status" className="grid flex-1 animate-arrive-late place-items-center">
      <Spinner className="size-6 text-primary" />
      <span className="sr-only">Loading</span>
    </div>
  )
}

/** The viewer could not be loaded, which does not mean that they are signed out. */
function ViewerLoadError() {
  return (
    <Notice
      title="Failed to load user data. Please refresh the page."
      action={
        <Button variant="primary" size="lg" icon={RotateCw} onClick={() => location.reload()}>
          Refresh Page
        </Button>
      }
    >
      You are still logged in.
    </Notice>
  )
}
