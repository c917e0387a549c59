import './theme.css'
import {
  StrictMode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { resolveLazyRoutes } from './boot/resolve-lazy-routes.ts'
import { prefetchOnIntent } from './boot/prefetch-on-intent.ts'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { mayBeSignedIn } from './features/accounts/session/session-hints.ts'
import { assignHistoryKeys } from './boot/history-keys.ts'
import { reportClientError, watchErrors } from './lib/api/report-client-error.ts'
import { captureEarlyInput } from './boot/replay-early-input.ts'
import { reloadOnMissingCode } from './boot/reload-on-missing-code.ts'
import { RenderedAtContext } from './lib/now.ts'
import { evaluatePageCode } from './boot/evaluate-page-code.ts'
import { waitForRouter } from './boot/wait-for-router.ts'
import { yieldToBrowser } from './boot/yield-to-browser.ts'
import { readPageData } from './lib/queries/page-data.ts'
import { createLazyQueryClient } from './lib/queries/lazy-query-client.ts'

watchErrors()
reloadOnMissingCode()
void startApp()

// A function instead of top-level await: the chunks of pages import the entry chunk, so the two would wait for each other.
async function startApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root')

  const pageData = readPageData()
  const client = createLazyQueryClient(async () => {
    const { createAppQueryClient } = await import('./boot/create-app-query-client.ts')
    await yieldToBrowser()
    return createAppQueryClient(() => router, pageData)
  })
  if (mayBeSignedIn()) client.load()

  // On a phone the evaluation of a chunk takes long by itself: what follows is a task of its own, here and below.
  await yieldToBrowser()
  await evaluatePageCode()
  // If the page cannot be loaded, the router meets the same error and shows the error page.
  await resolveLazyRoutes(routes, location.pathname).catch(() => undefined)
  await yieldToBrowser()

  // Pages are prerendered without a query string: with one, hydration would keep elements that do not match it.
  // A page that was too much for the server has only its text, which is in no `div`.
  const isPrerendered = root.matches(':has(>div)') && location.search === ''
  assignHistoryKeys()
  // With hydration data the router does not scroll, so a visitor stays where they have scrolled meanwhile.
  const router = createBrowserRouter(routes, isPrerendered ? { hydrationData: {} } : {})
  await waitForRouter(router)

  const { restoreFields, repeatPresses } = captureEarlyInput(root)

  function App() {
    useLayoutEffect(restoreFields, [])
    useEffect(repeatPresses, [])
    return (
      <RenderedAtContext value={pageData && new Date(pageData.renderedAt)}>
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
  // As a transition, React hydrates in slices, and the page stays responsive.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app, { onRecoverableError }))
  else createRoot(root).render(app)

  prefetchOnIntent(routes)
}

/** React has repaired the page by rendering it again, which the visitor may see. */
function onRecoverableError(error: unknown) {
  reportClientError('hydrate')
  // Later: before the effects of this render have run, boot/pre-hydration.ts would take it for a page that does not start.
  setTimeout(() => reportError(error), 100)
}
