import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { loginPath } from '../accounts/next-path.ts'
import { useRedirect } from '../accounts/redirect.ts'
import { leaveForLogin } from '../accounts/session.ts'
import { mayBeSignedIn } from '../accounts/session-marks.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import { memberProfile } from './data.ts'
import { isNobody, LoginRequired, MEMBER_WORDS, waitingText } from './failures.ts'
import { LoginFirst, ProfileFailed, UserNotFound } from './profile-missing.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ProfileView } from './profile-view.tsx'

const LOGIN_AFTER_MS = 2000

/** By itself, so that reading about others does not cost the code of the editor. */
const OwnProfilePage = lazy(async () => {
  const { OwnProfilePage: page } = await import('./own-profile-page.tsx')
  return { default: page }
})

/** Another member's profile. Whoever comes to their own by name finds it as it is at /profile. */
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
  const { data, error, failureReason, refetch } = useQuery(memberProfile(username))
  const isLoginRequired = useViewer() === null || error instanceof LoginRequired
  useRedirect(isLoginRequired, LOGIN_AFTER_MS, () => leaveForLogin(client, location, navigate))

  if (isLoginRequired) return <LoginFirst to={loginPath(location)} />
  if (isNobody(error)) return <UserNotFound />
  // A refresh that fails takes nothing away.
  if (data) {
    return (
      <ProfileView
        profile={data}
        actions={
          mayBeSignedIn() && (
            <ButtonLink to={`/messages/${data._id}`} variant="primary" icon={MessageCircle}>
              Message
            </ButtonLink>
          )
        }
      />
    )
  }
  if (error) {
    return <ProfileFailed error={error} words={MEMBER_WORDS} onRetry={() => void refetch()} />
  }
  return (
    <ProfileSkeleton note={failureReason ? waitingText(failureReason, MEMBER_WORDS) : undefined} />
  )
}
