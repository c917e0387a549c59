import '../lib/zod-setup.ts'
import { text } from 'node:stream/consumers'
import { StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
} from 'react-router'
import type { RouteObject } from 'react-router'
import { resolveLazyRoutes } from '../app/routes/resolve-lazy-routes.ts'
import { getDocumentTitle, getPageMeta } from '../app/routes/page-meta.ts'
import { Providers } from '../app/providers.tsx'
import { MEMBERS_ROUTE_ID, routes } from '../app/router.tsx'
import { feedQuery } from '../features/posts/data.ts'
import { BROWSE_FEED, parseFilter } from '../features/posts/feed/feed-filter.ts'
import type { FeedPage } from '../features/posts/feed/feed-pages.ts'
import { RenderedAtContext } from '../lib/now.ts'
import { hydrateQueryClient, serializePageData, type PageData } from '../lib/queries/page-data.ts'
import { createQueryClient } from '../lib/queries/query-client.ts'
import { renderHead } from './head.ts'

export interface PrerenderedPage {
  html: string
  title: string
  /** A page without one is marked `noindex`. */
  description: string | undefined
  head: string
  /** The name of the page's component, which leads to its chunk: see `preloads.ts`. */
  component: string
}

interface RoutePath {
  path: string
  /** Whether the page is prerendered at build time; the browser renders the others. */
  isPrerendered: boolean
}

/** Every path of the product, in the router's notation. */
export function listRoutePaths(): RoutePath[] {
  return flattenRoutes(routes, true).flatMap(({ path, isPrerendered }) => {
    // A path with an optional parameter becomes two paths, one without the parameter.
    const [basePath, parameter] = path.split('/:', 2)
    if (!path.endsWith('?') || basePath === undefined) {
      return [{ path, isPrerendered: isPrerendered && parameter === undefined }]
    }
    return [
      { path: basePath, isPrerendered },
      { path: `${basePath}/:${parameter?.slice(0, -1)}`, isPrerendered: false },
    ]
  })
}

function flattenRoutes(table: RouteObject[], isPrerendered: boolean): RoutePath[] {
  return table.flatMap((route) => {
    const isRoutePrerendered = isPrerendered && route.id !== MEMBERS_ROUTE_ID
    const ownPaths =
      route.path && route.path !== '*'
        ? [{ path: route.path, isPrerendered: isRoutePrerendered }]
        : []
    return [...ownPaths, ...flattenRoutes(route.children ?? [], isRoutePrerendered)]
  })
}

/** The head of the shell, which serves members' pages and paths with a parameter until the browser renders them. */
export function renderShellHead(): string {
  return renderHead('', undefined)
}

/** Renders one public page as a visitor without JavaScript sees it; `data` is the result of its queries. */
export async function prerenderPage(path: string, data?: PageData): Promise<PrerenderedPage> {
  await resolveLazyRoutes(routes, path)
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(path, 'http://prerender')))
  if (context instanceof Response) throw new Error(`${path} is not a page: ${context.status}`)

  const queryClient = createQueryClient()
  if (data) hydrateQueryClient(queryClient, data, data.renderedAt)
  try {
    const { prelude } = await prerenderToNodeStream(
      <StrictMode>
        <RenderedAtContext value={data ? new Date(data.renderedAt) : null}>
          <Providers queryClient={queryClient}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </Providers>
        </RenderedAtContext>
      </StrictMode>,
    )
    const page = getPageMeta(context.matches.map(({ route }) => route))
    return {
      html: await text(prelude),
      title: getDocumentTitle(page),
      description: page?.description,
      head: renderHead(path, page),
      component: matchRoutes(routes, path)?.at(-1)?.route.Component?.name ?? '',
    }
  } finally {
    // The timers of the cache would keep the process running.
    queryClient.clear()
  }
}

const ROOT_MARKERS = ['<div id="root">', '<!--page-data-->'] as const

/**
 * Inserts the first page of posts into the document of /browse, as cards and as page data. `document` is the
 * prerendered one, `reply` the JSON that the API sends to visitors. The API calls this at run time.
 */
export async function renderBrowse(
  document: string,
  reply: string,
  renderedAt: number,
): Promise<string> {
  const start = document.indexOf(ROOT_MARKERS[0])
  const end = document.indexOf(ROOT_MARKERS[1], start)
  if (start < 0 || end < 0)
    throw new Error('The document of /browse lacks the root element or the page-data marker')
  const data = { renderedAt, queries: [toFirstPageQuery(JSON.parse(reply) as FeedPage)] }
  const { html } = await prerenderPage('/browse', data)
  return [
    document.slice(0, start + ROOT_MARKERS[0].length),
    html,
    '</div>',
    serializePageData(data),
    document.slice(end + ROOT_MARKERS[1].length),
  ].join('')
}

function toFirstPageQuery(page: FeedPage): PageData['queries'][number] {
  // The list of likes is not displayed, and would be most of the data.
  const posts = page.data.map((post) => ({ ...post, likes: [] }))
  return {
    key: feedQuery(parseFilter(new URLSearchParams(), BROWSE_FEED)).queryKey,
    data: { pages: [{ ...page, data: posts }], pageParams: [null] },
  }
}
