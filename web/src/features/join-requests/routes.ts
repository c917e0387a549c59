import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

export const joinRequestRoutes: RouteObject[] = [
  createPageRoute(
    '/join-requests',
    { title: 'Join requests' },
    async () => (await import('./join-requests-page.tsx')).JoinRequestsPage,
  ),
]
