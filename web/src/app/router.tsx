import type { RouteObject } from 'react-router'
import { withQueryClient } from '../lib/queries/lazy-query-client.ts'
import { accountRoutes, ownAccountRoutes } from './routes/account-routes.ts'
import { ErrorPage } from './error-pages/error-page.tsx'
import { joinRequestRoutes } from './routes/join-request-routes.ts'
import { Layout } from './layout.tsx'
import { messageRoutes } from './routes/message-routes.ts'
import { NotFoundPage } from './error-pages/not-found-page.tsx'
import { notificationRoutes, unsubscribeRoute } from './routes/notification-routes.ts'
import type { PageMeta } from './routes/page-meta.ts'
import { createPageRoute } from './routes/page-route.ts'
import { peopleRoutes } from './routes/people-routes.tsx'
import { postRoutes } from './routes/post-routes.ts'
import { profileRoutes } from './routes/profile-routes.ts'
import { reviewRoutes } from './routes/review-routes.ts'
import { safetyRoutes } from './routes/safety-routes.ts'
import { siteRoutes } from './routes/site-routes.ts'
import { skillRoutes } from './routes/skill-routes.ts'
import { stillOpenRoute } from './routes/still-open-route.ts'

const browseRoute = createPageRoute(
  '/browse',
  {
    title: 'Explore Projects',
    description:
      'Projects by developers: finished work, ideas, and teams that look for contributors.',
  },
  async () => (await import('../features/posts/feed/browse-page.tsx')).BrowsePage,
)

/** With a description of its own once the project is loaded. */
const publicPostRoute = createPageRoute(
  '/p/:id/:slug?',
  { title: 'Project', description: 'A project on Dolph.' },
  async () => (await import('../features/posts/public-page/public-post-page.tsx')).PublicPostPage,
)

const rolesRoute = createPageRoute(
  '/roles',
  {
    title: 'Open roles',
    description:
      'Open roles in the projects of developers: skills, hours a week, time zone and reward.',
  },
  async () => (await import('../features/roles/browse/roles-page.tsx')).RolesPage,
)

/** Id of the route that contains the pages for members only. */
export const MEMBERS_ROUTE_ID = 'members'

const membersRoute: RouteObject = {
  id: MEMBERS_ROUTE_ID,
  lazy: {
    Component: withQueryClient(
      async () => (await import('./routes/require-sign-in.tsx')).RequireSignIn,
    ),
  },
  children: [
    ...ownAccountRoutes,
    ...postRoutes,
    ...profileRoutes,
    ...peopleRoutes,
    ...messageRoutes,
    ...reviewRoutes,
    ...notificationRoutes,
    ...joinRequestRoutes,
    ...safetyRoutes,
  ],
}

const notFoundRoute: RouteObject = {
  path: '*',
  handle: { title: 'Page not found' } satisfies PageMeta,
  Component: NotFoundPage,
}

/** Every route of the product. Pages load when visited. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    errorElement: <ErrorPage />,
    children: [
      {
        // Catches the errors of pages, so that header and footer stay.
        errorElement: <ErrorPage />,
        children: [
          browseRoute,
          publicPostRoute,
          rolesRoute,
          ...skillRoutes,
          ...accountRoutes,
          unsubscribeRoute,
          stillOpenRoute,
          ...siteRoutes,
          membersRoute,
          notFoundRoute,
        ],
      },
    ],
  },
  // Created here, so that the production build has neither the route nor the chunks that the kit would share with pages.
  ...(import.meta.env.DEV
    ? [
        createPageRoute(
          '/dev/ui',
          { title: 'Component kit' },
          async () => (await import('./kit/kit-page.tsx')).KitPage,
        ),
      ]
    : []),
]
