import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** Open to visitors. */
export const roleRoutes: RouteObject[] = [
  createPageRoute(
    '/roles',
    {
      title: 'Open roles',
      description:
        'Open roles in the projects of developers: skills, hours a week, time zone and reward.',
    },
    async () => (await import('./browse/roles-page.tsx')).RolesPage,
  ),
  // The target of the link in a mail to owners of roles.
  createPageRoute(
    '/still-open/:token',
    { title: 'Are you still looking?' },
    async () => (await import('./still-open/still-open-page.tsx')).StillOpenPage,
  ),
]
