import type { Session } from '@dolph/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { messageOf } from '../../../lib/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { sessions, useEndOtherSessions } from '../data.ts'
import { SettingsSection } from './settings-section.tsx'

/** Where the member is signed in. */
export function Sessions() {
  const { data, error } = useQuery(sessions)
  const endOthers = useEndOtherSessions()
  const hasOthers = data?.some(({ isThisOne }) => !isThisOne) ?? false

  function signOutElsewhere() {
    endOthers.mutate(undefined, {
      onSuccess: () => toast.success('Signed out everywhere else'),
      onError: (problem) =>
        toast.error(messageOf(problem, 'Failed to sign out elsewhere. Please try again.')),
    })
  }

  return (
    <SettingsSection
      title="Active sessions"
      lead="The browsers that are signed in to your account. Sign out of those you do not know."
    >
      <div className="grid gap-5">
        {error && !data && (
          <Banner kind="error">
            {messageOf(error, 'Failed to load user data. Please refresh the page.')}
          </Banner>
        )}
        {!error && !data && <Skeleton className="h-15 w-full" />}
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
            Sign out everywhere else
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

function SessionRow({ session }: { session: Session }) {
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-muted">
        <MonitorSmartphone className="size-4.5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{session.device}</p>
        <p className="text-sm text-muted">
          Signed in <RelativeTime at={session.signedInAt} /> · last seen{' '}
          <RelativeTime at={session.lastSeenAt} />
        </p>
      </div>
      {session.isThisOne && <Badge tone="mint">This browser</Badge>}
    </li>
  )
}
