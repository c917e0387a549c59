import { matchRoutes, type RouteObject } from 'react-router'

/**
 * Loads the pages of `path` into the route table, so that the first render has them:
 * hydration must find the elements that were prerendered.
 */
export async function resolveLazyRoutes(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object') return
      const Component = await route.lazy.Component?.()
      if (!Component) return
      route.Component = Component
      delete route.lazy
    }),
  )
}
