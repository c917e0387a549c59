import './theme.css'
import { StrictMode, startTransition, useEffect, useSyncExternalStore } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { resolveLazyRoutes } from './app/resolve-lazy-routes.ts'
import { prefetchOnIntent } from './app/prefetch-on-intent.ts'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { mayBeSignedIn } from './features/accounts/session-hints.ts'
import { captureEarlyInput } from './lib/pre-hydration.ts'
import { RenderedAtContext } from './lib/now.ts'
import { readPageData } from './lib/page-data.ts'
import { createLazyQueryClient } from './lib/lazy-query-client.ts'

void startApp()

// A function: the code of pages imports the file that this stands in, and must not wait for it to wait for them.
async function startApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')

  const pageData = readPageData()
  const client = createLazyQueryClient(async () => {
    const { createAppQueryClient } = await import('./app/create-app-query-client.ts')
    return createAppQueryClient(() => router, pageData)
  })
  if (mayBeSignedIn()) client.load()

  // If the page cannot be fetched, the router finds the same failure and shows the error page.
  await resolveLazyRoutes(routes, location.pathname).catch(() => undefined)

  // Pages are prerendered without a query. Hydrating one that has a query would keep what it does not match.
  const isPrerendered = root.hasChildNodes() && location.search === ''
  // Told that the page is there already, the router leaves its reader where they have scrolled meanwhile.
  const router = createBrowserRouter(routes, isPrerendered ? { hydrationData: {} } : {})

  const catchUp = captureEarlyInput(root)

  function App() {
    useEffect(catchUp, [])
    return (
      <RenderedAtContext value={pageData && new Date(pageData.at)}>
        <Providers
          queryClient={useSyncExternalStore(
            client.subscribeWithoutLoading,
            client.getSnapshot,
            client.getSnapshot,
          )}
        >
          <RouterProvider router={router} />
        </Providers>
      </RenderedAtContext>
    )
  }

  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  )
  // As a transition: in slices, between which the page answers.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)

  prefetchOnIntent(routes)
}
