import './lib/zod-setup.ts'
import './theme.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadPages } from './app/lazy-pages.ts'
import { prefetchOnIntent } from './app/prefetch.ts'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { leaveForLogin } from './features/accounts/session.ts'
import { viewer } from './features/accounts/viewer.ts'
import { createQueryClient } from './lib/query-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const queryClient = createQueryClient(() =>
  leaveForLogin(queryClient, router.state.location, (...to) => router.navigate(...to)),
)
// Who is looking is asked while the code of the page is on its way.
void queryClient.prefetchQuery(viewer)

// If the page cannot be fetched, the router finds the same failure and shows the error page.
await loadPages(routes, location.pathname).catch(() => undefined)

const router = createBrowserRouter(routes)
const app = (
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
)

// Pages are prerendered without a query. Hydrating one that has a query would keep what it does not match.
if (root.hasChildNodes() && location.search === '') hydrateRoot(root, app)
else createRoot(root).render(app)

prefetchOnIntent(routes)
