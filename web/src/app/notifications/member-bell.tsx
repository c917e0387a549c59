import { JoinRequestsLink } from '../../features/join-requests/join-requests-link.tsx'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'

/** The bell of the header, which leads to the join requests too. */
export function MemberBell() {
  return <NotificationBell renderLink={(close) => <JoinRequestsLink onClick={close} />} />
}
