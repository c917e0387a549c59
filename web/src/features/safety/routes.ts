import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

export const safetyRoutes: RouteObject[] = [
  createPageRoute(
    '/settings/ignored',
    { title: 'Blocked and muted' },
    async () => (await import('./ignored-members-page.tsx')).IgnoredMembersPage,
  ),
]
