import type { Session } from '@dolph/contract/accounts/sessions'
import { useQuery } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { sessionsQuery, useEndOtherSessions } from '../data.ts'
import { SettingsSection } from './settings-section.tsx'

/** Lists the browsers that are signed in and signs out the others. */
export function ActiveSessions() {
  const { data, error } = useQuery(sessionsQuery)
  const endOthers = useEndOtherSessions()
  const hasOthers = data?.some(({ isThisOne }) => !isThisOne) ?? false

  function signOutElsewhere() {
    endOthers.mutate(undefined, {
      onSuccess: () => toast.success('Logged out everywhere else'),
      onError: (problem) =>
        toast.error(getErrorMessage(problem, 'Failed to log out elsewhere. Please try again.')),
    })
  }

  return (
    <SettingsSection
      heading="h3"
      title="Active sessions"
      lead="Browsers logged in to your account. Log out any you don’t recognize."
    >
      <div className="grid gap-5">
        {error && !data && (
          <Banner kind="error">
            {getErrorMessage(error, 'Failed to load user data. Please refresh the page.')}
          </Banner>
        )}
        {!error && !data && <SessionSkeleton />}
        {data && (
          <ul className="-my-3 divide-y divide-line">
            {data.map((session) => (
              <SessionRow key={session._id} session={session} />
            ))}
          </ul>
        )}
        {hasOthers && (
          <Button
            icon={LogOut}
            className="justify-self-start"
            busy={endOthers.isPending}
            onClick={signOutElsewhere}
          >
            Log out everywhere else
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

function SessionRow({ session }: { session: Session }) {
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-hover text-muted">
        <MonitorSmartphone className="size-4.5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <p className="min-w-0 truncate font-medium">{session.device}</p>
          {session.isThisOne && <Badge tone="mint">This browser</Badge>}
        </div>
        <p className="text-sm text-muted">
          Logged in <RelativeTime at={session.signedInAt} />, last seen{' '}
          <RelativeTime at={session.lastSeenAt} />
        </p>
      </div>
    </li>
  )
}

/** Height of one session row, since there is always at least one. */
function SessionSkeleton() {
  return (
    <div role="status" className="flex animate-arrive-late items-center gap-3">
      <span className="sr-only">Loading sessions</span>
      <Skeleton className="size-9 shrink-0 rounded-control!" />
      <div className="grid flex-1 *:flex *:items-center">
        <div className="h-6">
          <Skeleton className="h-3.5 w-36" />
        </div>
        <div className="h-5">
          <Skeleton className="h-3 w-56 max-w-full" />
        </div>
      </div>
    </div>
  )
}
