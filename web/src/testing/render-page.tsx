import type { Viewer } from '@dolph/contract/accounts/viewer'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router'
import { Providers } from '../app/providers.tsx'
import { expireSession } from '../features/accounts/session/session.ts'
import { setSignedInHint } from '../features/accounts/session/session-hints.ts'
import { viewerQuery } from '../features/accounts/session/viewer-query.ts'
import { setPageMemberSource } from '../lib/page-member.ts'
import { createQueryClient } from '../lib/queries/query-client.ts'
import { Toasts } from '../ui/overlays/toast.tsx'
// Loaded lazily in a browser; tests have it from the start.
import '../ui/overlays/toast-layer.tsx'

/** Renders a page with the app's router, query cache and toasts, but without retries. */
export function renderPage(page: ReactElement, path = '/', viewer?: Viewer | null) {
  return renderRoutes(
    [
      {
        Component: WithToasts,
        children: [
          { path: new URL(path, 'http://test').pathname, element: page },
          { path: '*', element: <p>Other page</p> },
        ],
      },
    ],
    path,
    viewer,
  )
}

/** `viewer`: the member who is signed in, null for a visitor; if undefined, the page fetches the viewer itself. */
export function renderRoutes(routes: RouteObject[], path: string, viewer?: Viewer | null) {
  const queryClient = createQueryClient(() =>
    expireSession(queryClient, router.state.location, (...to) => router.navigate(...to)),
  )
  setPageMemberSource(() => queryClient.getQueryData(viewerQuery.queryKey)?._id)
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { retry: false } })
  if (viewer) setSignedInHint()
  if (viewer !== undefined) queryClient.setQueryData(viewerQuery.queryKey, viewer)

  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  )
  return router
}

function WithToasts() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
