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
import { resolveLazyRoutes } from '../boot/resolve-lazy-routes.ts'
import { getDocumentTitle, getPageMeta } from '../lib/routes/page-meta.ts'
import { Providers } from '../app/providers.tsx'
import { MEMBERS_ROUTE_ID, routes } from '../app/router.tsx'
import { RenderedAtContext } from '../lib/now.ts'
import { hydrateQueryClient, serializePageData, type PageData } from '../lib/queries/page-data.ts'
import { createQueryClient } from '../lib/queries/query-client.ts'
import { loadMarkdown } from '../ui/markdown/markdown.tsx'
import { renderHead } from './head.ts'
import { buildPageQueries, PAGES_WITHOUT_DATA, RENDERED_COMPONENTS } from './rendered-pages.ts'

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
  /** Whether the page is prerendered at build time. */
  isPrerendered: boolean
  isMembersOnly: boolean
  /** The component of a page that the API renders at run time; the browser renders the others. */
  renderedComponent: string | undefined
}

/** Every path of the product, in the router's notation. */
export function listRoutePaths(): RoutePath[] {
  return flattenRoutes(routes, false).flatMap(({ path, isMembersOnly }) => {
    const renderedComponent = RENDERED_COMPONENTS.get(path)
    return listServedPaths(path).map((servedPath) => ({
      path: servedPath,
      isPrerendered: !isMembersOnly && !servedPath.includes('/:'),
      isMembersOnly,
      renderedComponent,
    }))
  })
}

/** A path with an optional parameter at its end is two paths, one without the parameter. */
function listServedPaths(path: string): string[] {
  return path.endsWith('?') ? [path.slice(0, path.lastIndexOf('/:')), path.slice(0, -1)] : [path]
}

function flattenRoutes(
  table: RouteObject[],
  isBelowMembers: boolean,
): Pick<RoutePath, 'path' | 'isMembersOnly'>[] {
  return table.flatMap((route) => {
    const isMembersOnly = isBelowMembers || route.id === MEMBERS_ROUTE_ID
    const ownPaths = route.path && route.path !== '*' ? [{ path: route.path, isMembersOnly }] : []
    return [...ownPaths, ...flattenRoutes(route.children ?? [], isMembersOnly)]
  })
}

/** The name of the component of a page, which leads to its chunk: see `preloads.ts`. */
export async function readComponentName(path: string): Promise<string> {
  await resolveLazyRoutes(routes, path)
  return matchRoutes(routes, path)?.at(-1)?.route.Component?.name ?? ''
}

/** The head of the shell, which serves paths with a parameter and, with links to code, members' pages until the browser renders them. */
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
      component: await readComponentName(path),
    }
  } finally {
    // The timers of the cache would keep the process running.
    queryClient.clear()
  }
}

const ROOT_MARKERS = ['<div id="root">', '<!--page-data-->'] as const

/** What the API sends: see its `http/web-app/renderer.ts`. */
interface PageTask {
  page: string
  document: string
  path: string
  queries: Record<string, string>
  renderedAt: number
}

/** Inserts a page into its built document: its elements, and the data that they were rendered from. The API calls this at run time. */
export async function renderPage({
  page,
  document,
  path,
  queries,
  renderedAt,
}: PageTask): Promise<string> {
  const start = document.indexOf(ROOT_MARKERS[0])
  const end = document.indexOf(ROOT_MARKERS[1], start)
  if (start < 0 || end < 0)
    throw new Error(`The document of ${page} lacks the root element or the page-data marker`)
  await loadMarkdown()
  const data = { renderedAt, queries: buildPageQueries(page, queries) }
  const { html } = await prerenderPage(path, data)
  return [
    document.slice(0, start + ROOT_MARKERS[0].length),
    html,
    '</div>',
    serializePageData(PAGES_WITHOUT_DATA.includes(page) ? { ...data, queries: [] } : data),
    document.slice(end + ROOT_MARKERS[1].length),
  ].join('')
}
