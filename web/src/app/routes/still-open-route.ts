import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

/** The target of the link in a mail to owners of roles: open to visitors. */
export const stillOpenRoute: RouteObject = createPageRoute(
  '/still-open/:token',
  { title: 'Are you still looking?' },
  async () => (await import('../../features/roles/still-open/still-open-page.tsx')).StillOpenPage,
)
