import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { Providers } from '../app/providers.tsx'
import { ViewerContext, type Viewer } from '../features/accounts/viewer.ts'

/** Renders a page as the app would: with a router, a query cache and no retries. */
export function renderPage(page: ReactElement, path = '/') {
  return renderRoutes(
    [
      { path, element: page },
      { path: '*', element: <p>Went elsewhere</p> },
    ],
    path,
  )
}

export function renderRoutes(routes: RouteObject[], path: string, viewer: Viewer | null = null) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <ViewerContext value={viewer}>
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </ViewerContext>,
  )
  return router
}
