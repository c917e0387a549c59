import type { RouteObject } from 'react-router'
import { resolveLazyRoutes } from './resolve-lazy-routes.ts'

/** Fetches the code of a page as soon as somebody points at, or tabs to, a link that leads there. */
export function prefetchOnIntent(routes: RouteObject[]): void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin) return
    // Without a network nothing is lost: the click itself will ask again, and say so.
    resolveLazyRoutes(routes, link.pathname).catch(() => undefined)
  }
  document.addEventListener('pointerover', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent, { passive: true })
}
