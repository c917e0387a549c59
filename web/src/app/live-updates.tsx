import { LiveJoinRequests } from '../features/join-requests/live-join-requests.tsx'
import { LiveMessages } from '../features/messaging/live-messages.tsx'
import { LiveNotifications } from '../features/notifications/live-notifications.tsx'
import { LiveRooms } from '../features/rooms/live-rooms.tsx'
import { IgnoredMemberUpdates } from './ignored-member-updates.tsx'
import { ServerConnection } from './server-connection.tsx'

/** The connection of this tab, and what each feature does with its events on every page. */
export function LiveUpdates() {
  return (
    <>
      <LiveMessages />
      <LiveRooms />
      <LiveNotifications />
      <LiveJoinRequests />
      <IgnoredMemberUpdates />
      <ServerConnection />
    </>
  )
}
