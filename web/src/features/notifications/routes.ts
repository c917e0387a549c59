import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** The target of the link in a mail: open to visitors. */
export const unsubscribeRoutes: RouteObject[] = [
  createPageRoute(
    '/unsubscribe/:token',
    { title: 'Unsubscribe' },
    async () => (await import('./settings/unsubscribe-page.tsx')).UnsubscribePage,
  ),
]

export const notificationRoutes: RouteObject[] = [
  createPageRoute(
    '/settings/notifications',
    { title: 'Notification settings' },
    async () =>
      (await import('./settings/notification-settings-page.tsx')).NotificationSettingsPage,
  ),
]
