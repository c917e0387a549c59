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
import { createQueryClient } from './lib/query-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// If the page cannot be fetched, the router finds the same failure and shows the error page.
await loadPages(routes, location.pathname).catch(() => undefined)

const app = (
  <StrictMode>
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>
)

// Pages are prerendered without a query. Hydrating one that has a query would keep what it does not match.
if (root.hasChildNodes() && location.search === '') hydrateRoot(root, app)
else createRoot(root).render(app)

prefetchOnIntent(routes)
