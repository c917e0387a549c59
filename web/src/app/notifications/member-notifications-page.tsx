import { JoinRequestsLink } from '../../features/join-requests/join-requests-link.tsx'
import { LineAnswer } from '../../features/join-requests/line-answer.tsx'
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx'

/** The notifications, with the way to the join requests, and where they can be answered. */
export function MemberNotificationsPage() {
  return (
    <NotificationsPage
      link={<JoinRequestsLink />}
      renderAnswer={(line, leave) => <LineAnswer line={line} onLeave={leave} />}
    />
  )
}
