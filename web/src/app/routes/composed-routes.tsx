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

/** Logging in and signing up, which say for what project. */
export const signInRoutes: RouteObject[] = [
  createPageRoute(
    '/login',
    { title: 'Log in', description: 'Log in to Dolph with your email address, Google or GitHub.' },
    async () => (await import('../sign-in/composed-login-page.tsx')).ComposedLoginPage,
  ),
  createPageRoute(
    '/signup',
    {
      title: 'Sign up',
      description: 'Create an account to show projects, propose ideas and find collaborators.',
    },
    async () => (await import('../sign-in/composed-signup-page.tsx')).ComposedSignupPage,
  ),
]

/** Public pages with parts of features that they cannot import. */
export const composedPublicRoutes: RouteObject[] = [
  createPageRoute(
    '/roles',
    {
      title: 'Open roles',
      description:
        'Open roles in the projects of developers: skills, hours a week, time zone and reward.',
    },
    async () => (await import('../finding/open-roles-page.tsx')).OpenRolesPage,
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
  createPageRoute(
    '/join-requests/:id/welcome',
    { title: 'Welcome to the team' },
    async () => (await import('../welcome/welcome-page.tsx')).WelcomePage,
  ),
  createPageRoute('/people', { title: 'People' }, async () => {
    const [{ PeoplePage }, { InviteButton }, { PersonFit }] = await Promise.all([
      import('../../features/people/browse/people-page.tsx'),
      // Composed here: roles and join requests need people, so people cannot import from them.
      import('../../features/join-requests/asking/invite-button.tsx'),
      import('../../features/roles/person-fit.tsx'),
    ])
    return () => <PeoplePage InviteAction={InviteButton} PersonFit={PersonFit} />
  }),
]
