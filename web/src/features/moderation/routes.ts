import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** What moderators have decided about the member. */
export const moderationRoutes: RouteObject[] = [
  createPageRoute(
    '/settings/decisions',
    { title: 'Moderation history' },
    async () => (await import('./decisions-page.tsx')).DecisionsPage,
  ),
]
