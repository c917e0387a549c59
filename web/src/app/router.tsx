import type { RouteObject } from 'react-router'
import { accountRoutes, ownAccountRoutes } from './account-routes.ts'
import { ErrorPage } from './error-page.tsx'
import { Layout } from './layout.tsx'
import { MemberArea } from './member-area.tsx'
import { messageRoutes } from './message-routes.ts'
import { NotFoundPage } from './not-found-page.tsx'
import type { Page } from './page.ts'
import { plannedPublicRoutes } from './planned-routes.tsx'
import { postRoutes } from './post-routes.ts'
import { profileRoutes } from './profile-routes.ts'

const browse: RouteObject = {
  path: '/browse',
  handle: {
    title: 'Explore Projects',
    description:
      'Projects by developers: finished work, ideas, and teams that look for contributors.',
  } satisfies Page,
  lazy: {
    Component: async () => (await import('../features/posts/browse-page.tsx')).BrowsePage,
  },
}

const notFound: RouteObject = {
  path: '*',
  handle: { title: 'Page not found' } satisfies Page,
  Component: NotFoundPage,
}

const kit: RouteObject = {
  path: '/dev/ui',
  handle: { title: 'Component kit' } satisfies Page,
  lazy: { Component: async () => (await import('./kit-page.tsx')).KitPage },
}

/** Every address of the product. Pages load when visited. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    errorElement: <ErrorPage />,
    children: [
      {
        // A page that throws leaves header and footer standing.
        errorElement: <ErrorPage />,
        children: [
          browse,
          ...accountRoutes,
          ...plannedPublicRoutes,
          {
            Component: MemberArea,
            children: [...ownAccountRoutes, ...postRoutes, ...profileRoutes, ...messageRoutes],
          },
          notFound,
        ],
      },
    ],
  },
  ...(import.meta.env.DEV ? [kit] : []),
]
