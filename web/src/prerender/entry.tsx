import '../lib/zod-setup.ts'
import { StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { RouteObject } from 'react-router'
import { loadPages } from '../app/lazy-pages.ts'
import { MemberArea } from '../app/member-area.tsx'
import { fullTitle, pageOf } from '../app/page.ts'
import { Providers } from '../app/providers.tsx'
import { routes } from '../app/router.tsx'
import { createQueryClient } from '../lib/query-client.ts'

export interface Prerendered {
  html: string
  title: string
  description: string | undefined
}

interface Address {
  path: string
  /** Whether it is written out at build; the others are filled in by the browser. */
  isPublic: boolean
}

/** Every address of the product, in the router's notation. */
export function addresses(): Address[] {
  return flatten(routes, true).flatMap(({ path, isPublic }) => {
    // An optional parameter is two addresses, of which one has no parameter.
    const [bare, optional] = path.split('/:', 2)
    if (!path.endsWith('?') || bare === undefined) {
      return [{ path, isPublic: isPublic && optional === undefined }]
    }
    return [
      { path: bare, isPublic },
      { path: `${bare}/:${optional?.slice(0, -1)}`, isPublic: false },
    ]
  })
}

function flatten(table: RouteObject[], isPublic: boolean): Address[] {
  return table.flatMap((route) => {
    const open = isPublic && route.Component !== MemberArea
    const own = route.path && route.path !== '*' ? [{ path: route.path, isPublic: open }] : []
    return [...own, ...flatten(route.children ?? [], open)]
  })
}

/** One public page as a visitor without script sees it. */
export async function render(path: string): Promise<Prerendered> {
  await loadPages(routes, path)
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(path, 'http://prerender')))
  if (context instanceof Response) throw new Error(`${path} is not a page: ${context.status}`)

  const queryClient = createQueryClient()
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Providers queryClient={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </StrictMode>,
  )
  const chunks: string[] = []
  for await (const chunk of prelude.setEncoding('utf8')) chunks.push(String(chunk))
  // Its timers would keep the build running.
  queryClient.clear()

  const page = pageOf(context.matches.map(({ route }) => route))
  return { html: chunks.join(''), title: fullTitle(page), description: page?.description }
}
