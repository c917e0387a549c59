import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

export const safetyRoutes: RouteObject[] = [
  createPageRoute(
    '/settings/hidden',
    { title: 'Blocked and muted' },
    async () => (await import('./hidden-members-page.tsx')).HiddenMembersPage,
  ),
]
