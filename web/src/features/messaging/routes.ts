import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** One route for list and conversation, so that the list stays mounted when the conversation changes. */
export const messageRoutes: RouteObject[] = [
  createPageRoute(
    '/messages/:userId?',
    { title: 'Messages' },
    async () => (await import('./messages-page.tsx')).MessagesPage,
  ),
]
