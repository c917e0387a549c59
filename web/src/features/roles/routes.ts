import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** Open to visitors. The list of roles is composed with parts of other features. */
export const roleRoutes: RouteObject[] = [
  // The target of the link in a mail to owners of roles.
  createPageRoute(
    '/still-open/:token',
    { title: 'Are you still looking?' },
    async () => (await import('./still-open/still-open-page.tsx')).StillOpenPage,
  ),
]
