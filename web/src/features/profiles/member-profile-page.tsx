import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { buildLoginPath } from '../accounts/sign-in/login-path.ts'
import { useDelayedRedirect } from '../accounts/delayed-redirect.ts'
import { expireSession } from '../accounts/session/session.ts'
import { mayBeSignedIn } from '../accounts/session/session-hints.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { InviteButton } from '../join-requests/asking/invite-button.tsx'
import { memberProfileQuery } from './data.ts'
import { MessageAction } from './message-action.tsx'
import {
  isUnknownMember,
  LoginRequiredError,
  MEMBER_PROFILE_ERRORS,
  getRetryText,
} from './profile-errors.ts'
import { LoginRequiredNotice, ProfileLoadError, UserNotFound } from './profile-unavailable.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ProfileView } from './profile-view.tsx'

const REDIRECT_DELAY_MS = 2000

/** Loaded on demand: the profiles of other members do not need the code of the editor. */
const OwnProfilePage = lazy(async () => {
  const { OwnProfilePage: page } = await import('./own-profile-page.tsx')
  return { default: page }
})

/** The profile of a member; under the viewer's own username it is the same page as /profile. */
export function MemberProfilePage() {
  const { username = '' } = useParams()
  const viewer = useViewer()
  const isOwn = viewer?.userName.toLowerCase() === username.toLowerCase()
  if (!isOwn) return <MemberProfile key={username} username={username} />
  return (
    <Suspense fallback={<ProfileSkeleton />}>
      <OwnProfilePage />
    </Suspense>
  )
}

function MemberProfile({ username }: { username: string }) {
  const client = useQueryClient()
  const location = useLocation()
  const navigate = useNavigate()
  const { data, error, failureReason, refetch } = useQuery(memberProfileQuery(username))
  const isLoginRequired = useViewer() === null || error instanceof LoginRequiredError
  useDelayedRedirect(isLoginRequired, REDIRECT_DELAY_MS, () =>
    expireSession(client, location, navigate),
  )

  if (isLoginRequired) return <LoginRequiredNotice to={buildLoginPath(location)} />
  if (isUnknownMember(error)) return <UserNotFound />
  // Checked before the error: a failed refetch keeps the cached profile.
  if (data) {
    return (
      <ProfileView
        profile={data}
        actions={
          mayBeSignedIn() && (
            <>
              <MessageAction profile={data} />
              {data.availability && <InviteButton person={data} />}
              <ProfileMenu profile={data} />
            </>
          )
        }
      />
    )
  }
  if (error) {
    return (
      <ProfileLoadError
        error={error}
        texts={MEMBER_PROFILE_ERRORS}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <ProfileSkeleton
      note={failureReason ? getRetryText(failureReason, MEMBER_PROFILE_ERRORS) : undefined}
    />
  )
}
