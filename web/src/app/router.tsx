import type { RouteObject } from 'react-router'
import { withClient } from '../lib/tab-client.ts'
import { accountRoutes, ownAccountRoutes } from './account-routes.ts'
import { ErrorPage } from './error-page.tsx'
import { Layout } from './layout.tsx'
import { messageRoutes } from './message-routes.ts'
import { NotFoundPage } from './not-found-page.tsx'
import type { Page } from './page.ts'
import { pageRoute } from './page-route.ts'
import { postRoutes } from './post-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { siteRoutes } from './site-routes.ts'

const browse = pageRoute(
  '/browse',
  {
    title: 'Explore Projects',
    description:
      'Projects by developers: finished work, ideas, and teams that look for contributors.',
  },
  async () => (await import('../features/posts/browse-page.tsx')).BrowsePage,
)

/** Names the part of the table that is for members only. */
export const MEMBERS = 'members'

const members: RouteObject = {
  id: MEMBERS,
  lazy: { Component: withClient(async () => (await import('./member-area.tsx')).MemberArea) },
  children: [...ownAccountRoutes, ...postRoutes, ...profileRoutes, ...messageRoutes],
}

const notFound: RouteObject = {
  path: '*',
  handle: { title: 'Page not found' } satisfies Page,
  Component: NotFoundPage,
}

const kit = pageRoute(
  '/dev/ui',
  { title: 'Component kit' },
  async () => (await import('./kit-page.tsx')).KitPage,
)

/** Every address of the product. Pages load when visited. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    errorElement: <ErrorPage />,
    children: [
      {
        // A page that throws leaves header and footer standing.
        errorElement: <ErrorPage />,
        children: [browse, ...accountRoutes, ...siteRoutes, members, notFound],
      },
    ],
  },
  ...(import.meta.env.DEV ? [kit] : []),
]
