import type { RouteObject } from 'react-router'
import { withQueryClient } from '../../lib/queries/lazy-query-client.ts'
import { createPageRoute } from './page-route.ts'

/** The pages of moderators and admins; other members get the not-found page. */
export const reviewRoutes: RouteObject[] = [
  {
    lazy: {
      Component: withQueryClient(async () => (await import('./require-role.tsx')).RequireModerator),
    },
    children: [
      createPageRoute(
        '/review/:id?',
        { title: 'Review' },
        async () => (await import('../../features/review/review-page.tsx')).ReviewPage,
      ),
    ],
  },
  {
    lazy: {
      Component: withQueryClient(async () => (await import('./require-role.tsx')).RequireAdmin),
    },
    children: [
      createPageRoute(
        '/review/audit',
        { title: 'Audit log' },
        async () => (await import('../../features/review/audit-log-page.tsx')).AuditLogPage,
      ),
    ],
  },
]
