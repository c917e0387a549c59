import type { RouteObject } from 'react-router'
import { pageRoute } from './page-route.ts'

/** Members, as they see themselves and each other. */
export const profileRoutes: RouteObject[] = [
  pageRoute(
    '/profile',
    { title: 'Profile' },
    async () => (await import('../features/profiles/own-profile-page.tsx')).OwnProfilePage,
  ),
  pageRoute(
    '/profile/:username',
    { title: 'Member profile', outlivesSession: true },
    async () => (await import('../features/profiles/member-profile-page.tsx')).MemberProfilePage,
  ),
]
