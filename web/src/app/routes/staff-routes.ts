import type { RouteObject } from 'react-router'
import { adminRoutes, moderatorRoutes } from '../../features/review/routes.ts'
import { withQueryClient } from '../../lib/queries/lazy-query-client.ts'

/** The pages of moderators and admins; other members get the not-found page. */
export const staffRoutes: RouteObject[] = [
  {
    lazy: {
      Component: withQueryClient(async () => (await import('./require-role.tsx')).RequireModerator),
    },
    children: moderatorRoutes,
  },
  {
    lazy: {
      Component: withQueryClient(async () => (await import('./require-role.tsx')).RequireAdmin),
    },
    children: adminRoutes,
  },
]
