import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

export const safetyRoutes: RouteObject[] = [
  createPageRoute(
    '/settings/hidden',
    { title: 'Blocked and muted' },
    async () => (await import('../../features/safety/hidden-members-page.tsx')).HiddenMembersPage,
  ),
]
