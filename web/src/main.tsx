import './theme.css'
import { StrictMode, startTransition, useEffect, useSyncExternalStore } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadPages } from './app/lazy-pages.ts'
import { prefetchOnIntent } from './app/prefetch.ts'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { mayBeSignedIn } from './features/accounts/session-marks.ts'
import { holdEarly } from './lib/early.ts'
import { RenderedAt } from './lib/now.ts'
import { readPageData } from './lib/page-data.ts'
import { offerClient } from './lib/tab-client.ts'

void start()

// A function: the code of pages imports the file that this stands in, and must not wait for it to wait for them.
async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')

  const pageData = readPageData()
  const client = offerClient(async () => {
    const { openClient } = await import('./app/open-client.ts')
    return openClient(() => router, pageData)
  })
  if (mayBeSignedIn()) client.load()

  // If the page cannot be fetched, the router finds the same failure and shows the error page.
  await loadPages(routes, location.pathname).catch(() => undefined)

  // Pages are prerendered without a query. Hydrating one that has a query would keep what it does not match.
  const isPrerendered = root.hasChildNodes() && location.search === ''
  // Told that the page is there already, the router leaves its reader where they have scrolled meanwhile.
  const router = createBrowserRouter(routes, isPrerendered ? { hydrationData: {} } : {})

  const catchUp = holdEarly(root)

  function App() {
    useEffect(catchUp, [])
    return (
      <RenderedAt value={pageData && new Date(pageData.at)}>
        <Providers queryClient={useSyncExternalStore(client.watch, client.read, client.read)}>
          <RouterProvider router={router} />
        </Providers>
      </RenderedAt>
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
