import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

/** The target of the link in a mail: open to visitors. */
export const unsubscribeRoute: RouteObject = createPageRoute(
  '/unsubscribe/:token',
  { title: 'Unsubscribe' },
  async () =>
    (await import('../../features/notifications/settings/unsubscribe-page.tsx')).UnsubscribePage,
)

export const notificationRoutes: RouteObject[] = [
  createPageRoute(
    '/notifications',
    { title: 'Notifications' },
    async () =>
      (await import('../notifications/member-notifications-page.tsx')).MemberNotificationsPage,
  ),
  createPageRoute(
    '/settings/notifications',
    { title: 'Notification settings' },
    async () =>
      (await import('../../features/notifications/settings/notification-settings-page.tsx'))
        .NotificationSettingsPage,
  ),
]
