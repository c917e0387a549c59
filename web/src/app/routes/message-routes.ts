import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

/** One route for list and conversation, so that the list stays mounted when the conversation changes. */
export const messageRoutes: RouteObject[] = [
  createPageRoute(
    '/messages/:userId?',
    { title: 'Messages' },
    async () => (await import('../../features/messaging/messages-page.tsx')).MessagesPage,
  ),
]
