import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** List and conversation are one page, so that the list stays mounted when the conversation changes. */
export const messageRoutes: RouteObject[] = [
  createPageRoute(
    '/messages/:userId?',
    { title: 'Messages' },
    async () => (await import('./messages-page.tsx')).MessagesPage,
  ),
  createPageRoute(
    '/messages/rooms/:roomId',
    { title: 'Messages' },
    async () => (await import('./messages-page.tsx')).MessagesPage,
  ),
]
