import type { RouteObject } from 'react-router'
import { pageRoute } from './page-route.ts'

/** One page, so that the list stays as it is while one goes from conversation to conversation. */
export const messageRoutes: RouteObject[] = [
  pageRoute(
    '/messages/:userId?',
    { title: 'Messages' },
    async () => (await import('../features/messaging/messages-page.tsx')).MessagesPage,
  ),
]
