import { JoinRequestsLink } from '../../features/join-requests/join-requests-link.tsx'
import { LineAnswer } from '../../features/join-requests/line-answer.tsx'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'

/** The bell of the header, which leads to the join requests too, and where they can be answered. */
export function MemberBell() {
  return (
    <NotificationBell
      renderLink={(close) => <JoinRequestsLink onClick={close} />}
      renderAnswer={(line, close) => <LineAnswer line={line} onLeave={close} />}
    />
  )
}
