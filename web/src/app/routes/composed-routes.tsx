import type { RouteObject } from 'react-router'
import { createPageRoute, createStaticPageRoute } from '../../lib/routes/page-route.ts'

/** The landing page, with parts of several features. */
export const homeRoutes: RouteObject[] = [
  createStaticPageRoute(
    '/',
    {
      title: 'Show projects, find collaborators',
      description:
        'Share projects to gain users and feedback, find collaborators, and propose and discover ideas. For developers and creators.',
    },
    async () => (await import('../home/home-page.tsx')).HomePage,
  ),
]

/** Members' pages with parts of several features, which do not know each other. */
export const composedRoutes: RouteObject[] = [
  createPageRoute(
    '/posts',
    { title: 'Explore Projects' },
    async () => (await import('../dashboard/member-dashboard-page.tsx')).MemberDashboardPage,
  ),
  createPageRoute(
    '/notifications',
    { title: 'Notifications' },
    async () =>
      (await import('../notifications/member-notifications-page.tsx')).MemberNotificationsPage,
  ),
  createPageRoute('/people', { title: 'People' }, async () => {
    const [{ PeoplePage }, { InviteButton }] = await Promise.all([
      import('../../features/people/browse/people-page.tsx'),
      // Composed here: join requests need people, so people cannot import from them.
      import('../../features/join-requests/asking/invite-button.tsx'),
    ])
    return () => <PeoplePage InviteAction={InviteButton} />
  }),
]
