import type { RouteObject } from 'react-router'
import { accountRoutes, ownAccountRoutes } from '../features/accounts/routes.ts'
import { joinRequestRoutes } from '../features/join-requests/routes.ts'
import { messageRoutes } from '../features/messaging/routes.ts'
import { moderationRoutes } from '../features/moderation/routes.ts'
import { notificationRoutes, unsubscribeRoutes } from '../features/notifications/routes.ts'
import { postRoutes, publicPostRoutes } from '../features/posts/routes.ts'
import { profileRoutes } from '../features/profiles/routes.ts'
import { roleRoutes } from '../features/roles/routes.ts'
import { safetyRoutes } from '../features/safety/routes.ts'
import { siteRoutes } from '../features/site/routes.ts'
import { skillRoutes } from '../features/skills/routes.ts'
import { withQueryClient } from '../lib/queries/lazy-query-client.ts'
import type { PageMeta } from '../lib/routes/page-meta.ts'
import { createPageRoute } from '../lib/routes/page-route.ts'
import { ErrorPage } from './error-pages/error-page.tsx'
import { NotFoundPage } from './error-pages/not-found-page.tsx'
import { Layout } from './layout.tsx'
import {
  composedPublicRoutes,
  composedRoutes,
  homeRoutes,
  signInRoutes,
} from './routes/composed-routes.tsx'
import { staffRoutes } from './routes/staff-routes.ts'

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
    ...moderationRoutes,
    ...postRoutes,
    ...profileRoutes,
    ...composedRoutes,
    ...messageRoutes,
    ...staffRoutes,
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
          ...homeRoutes,
          ...publicPostRoutes,
          ...composedPublicRoutes,
          ...roleRoutes,
          ...skillRoutes,
          ...signInRoutes,
          ...accountRoutes,
          ...unsubscribeRoutes,
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
