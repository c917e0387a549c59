import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** What moderators have decided about the member. */
export const moderationRoutes: RouteObject[] = [
  createPageRoute(
    '/settings/decisions',
    { title: 'Decisions about you' },
    async () => (await import('./decisions-page.tsx')).DecisionsPage,
  ),
]
