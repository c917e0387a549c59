import { JoinRequestsLink } from '../../features/join-requests/join-requests-link.tsx'
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx'

/** The notifications, with the way to the join requests. */
export function MemberNotificationsPage() {
  return <NotificationsPage link={<JoinRequestsLink />} />
}
