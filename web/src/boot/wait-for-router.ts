import type { createBrowserRouter } from 'react-router'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/**
 * Resolves when the router has the code of the page, or knows that it cannot be loaded. The router asks again for code that has failed
 * before, and renders nothing until then: an empty page would count as started, and nobody would offer to reload it.
 */
export function waitForRouter(router: Router): Promise<void> | undefined {
  if (router.state.initialized) return undefined
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
}
