import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

export const joinRequestRoutes: RouteObject[] = [
  createPageRoute(
    '/join-requests',
    { title: 'Join requests' },
    async () =>
      (await import('../../features/join-requests/join-requests-page.tsx')).JoinRequestsPage,
  ),
]
