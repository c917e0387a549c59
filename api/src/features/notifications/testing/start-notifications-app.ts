import { listNotifications } from '@dolph/contract/notifications/notifications'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { startCommentsApp, type CommentingMember } from '../../../testing/start-comments-app.ts'
import { notificationSubscribers } from '../subscribers.ts'

export type NotificationsApp = Awaited<ReturnType<typeof startNotificationsApp>>

/** ada, who has a post, bob and carla, and a worker that delivers events when the test says so. */
export async function startNotificationsApp(options: Parameters<typeof startCommentsApp>[0] = {}) {
  const app = await startCommentsApp(options)
  const deliver = async () => deliverPendingEvents(app, [notificationSubscribers])

  return {
    ...app,
    deliver,
    /** The member's list, after all events are delivered. */
    async readList(member: CommentingMember) {
      await deliver()
      return member.call(listNotifications, { querystring: {} })
    },
  }
}
