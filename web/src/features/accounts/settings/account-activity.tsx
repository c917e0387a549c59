import type { AccountEvent } from '@dolph/contract/accounts/account-events'
import { useInfiniteQuery } from '@tanstack/react-query'
import { cx } from '../../../ui/cx.ts'
import { ListStatus } from '../../../ui/list-status.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { accountEventsQuery } from '../data.ts'
import type { OtherWayIn } from '../session/sign-in-methods.ts'
import { describeAccountEvent } from './describe-account-event.ts'
import { SettingsSection } from './settings-section.tsx'

const FAILED = 'The activity could not be loaded.'
const ADVICE: Record<OtherWayIn, string> = {
  Google: 'check your Google account',
  GitHub: 'check your GitHub account',
  'a passkey': 'remove passkeys that are not yours',
}

/** Lists what happened to the account: sign-ins, and changes of password, email and sessions. */
export function AccountActivity({ otherWayIn }: { otherWayIn: OtherWayIn | undefined }) {
  const events = useInfiniteQuery(accountEventsQuery)
  const { data } = events

  return (
    <SettingsSection
      heading="h3"
      title="Account activity"
      lead={`What happened to your account in the last 180 days. If something was not you, log out everywhere else and ${
        otherWayIn ? ADVICE[otherWayIn] : 'choose a new password'
      }.`}
    >
      <div className="grid gap-5">
        {data?.length === 0 && <p className="text-muted">Nothing has happened yet.</p>}
        {data && data.length > 0 && (
          <ul className="-my-3 divide-y divide-line">
            {data.map((event) => (
              <ActivityRow key={event._id} event={event} />
            ))}
          </ul>
        )}
        <ListStatus list={events} failure={FAILED} skeleton={<ActivitySkeleton />} />
      </div>
    </SettingsSection>
  )
}

function ActivityRow({ event }: { event: AccountEvent }) {
  const { icon: Icon, text, isWarning } = describeAccountEvent(event)
  return (
    <li className="flex items-center gap-3 py-3">
      <span
        className={cx(
          'grid size-9 shrink-0 place-items-center rounded-control',
          isWarning ? 'bg-danger-soft text-danger' : 'bg-hover text-muted',
        )}
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{text}</p>
        <p className="text-sm text-muted">
          {event.device} · <RelativeTime at={event.createdAt} />
        </p>
      </div>
    </li>
  )
}

/** Height of three rows, which most accounts have at least. */
function ActivitySkeleton() {
  return (
    <div role="status" className="grid animate-arrive-late gap-6">
      <span className="sr-only">Loading activity</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-9 shrink-0 rounded-control!" />
          <div className="grid flex-1 gap-2.5 py-1">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-48 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
