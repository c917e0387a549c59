import type { RouteObject } from 'react-router'
import { resolveLazyRoutes } from './resolve-lazy-routes.ts'

/** Loads the code of a page when the visitor points at, or tabs to, a link to it. */
export function prefetchOnIntent(routes: RouteObject[]): void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin) return
    // A failure is ignored: the click itself loads the code again, and shows the error.
    resolveLazyRoutes(routes, link.pathname).catch(() => undefined)
  }
  document.addEventListener('pointerover', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent, { passive: true })
}
