import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** The profiles of members, their own and those of others. */
export const profileRoutes: RouteObject[] = [
  createPageRoute(
    '/profile',
    { title: 'Profile' },
    async () => (await import('./own-profile-page.tsx')).OwnProfilePage,
  ),
  createPageRoute(
    '/profile/:username',
    { title: 'Member profile', handlesSessionEnd: true },
    async () => (await import('./member-profile-page.tsx')).MemberProfilePage,
  ),
]
