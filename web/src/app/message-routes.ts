import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

/** One page, so that the list stays as it is while one goes from conversation to conversation. */
export const messageRoutes: RouteObject[] = [
  createPageRoute(
    '/messages/:userId?',
    { title: 'Messages' },
    async () => (await import('../features/messaging/messages-page.tsx')).MessagesPage,
  ),
]
