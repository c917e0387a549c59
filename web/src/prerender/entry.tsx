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
import { loadPages } from '../app/lazy-pages.ts'
import { fullTitle, pageOf } from '../app/page.ts'
import { Providers } from '../app/providers.tsx'
import { MEMBERS, routes } from '../app/router.tsx'
import { feed } from '../features/posts/data.ts'
import { BROWSE, filterFrom } from '../features/posts/feed-filter.ts'
import type { FeedPage } from '../features/posts/feed-pages.ts'
import { RenderedAt } from '../lib/now.ts'
import { holdPageData, writePageData, type PageData } from '../lib/page-data.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { headOf } from './head.ts'

export interface Prerendered {
  html: string
  title: string
  /** Search engines are asked to leave out a page that has none. */
  description: string | undefined
  head: string
  /** The name of the page's component. */
  component: string
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
    const open = isPublic && route.id !== MEMBERS
    const own = route.path && route.path !== '*' ? [{ path: route.path, isPublic: open }] : []
    return [...own, ...flatten(route.children ?? [], open)]
  })
}

/** For members' pages and addresses with a parameter, which are all the same until the browser fills them in. */
export function shellHead(): string {
  return headOf('', undefined)
}

/** One public page as a visitor without script sees it, with what it shows besides its own words. */
export async function render(path: string, data?: PageData): Promise<Prerendered> {
  await loadPages(routes, path)
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(path, 'http://prerender')))
  if (context instanceof Response) throw new Error(`${path} is not a page: ${context.status}`)

  const queryClient = createQueryClient()
  if (data) holdPageData(queryClient, data, data.at)
  try {
    const { prelude } = await prerenderToNodeStream(
      <StrictMode>
        <RenderedAt value={data ? new Date(data.at) : null}>
          <Providers queryClient={queryClient}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </Providers>
        </RenderedAt>
      </StrictMode>,
    )
    const page = pageOf(context.matches.map(({ route }) => route))
    return {
      html: await text(prelude),
      title: fullTitle(page),
      description: page?.description,
      head: headOf(path, page),
      component: matchRoutes(routes, path)?.at(-1)?.route.Component?.name ?? '',
    }
  } finally {
    // Its timers would keep the process running.
    queryClient.clear()
  }
}

const ROOT = ['<div id="root">', '<!--page-data-->'] as const

/**
 * The document of /browse with the first page of posts in it, as cards and as data. `document` is the one that was
 * prerendered, `reply` what the API answers to a visitor who asks for posts. Called by the API while it serves.
 */
export async function renderBrowse(document: string, reply: string, at: number): Promise<string> {
  const start = document.indexOf(ROOT[0])
  const end = document.indexOf(ROOT[1], start)
  if (start < 0 || end < 0) throw new Error('The document has no place for the page')
  const data = { at, queries: [firstPage(JSON.parse(reply) as FeedPage)] }
  const { html } = await render('/browse', data)
  return [
    document.slice(0, start + ROOT[0].length),
    html,
    '</div>',
    writePageData(data),
    document.slice(end + ROOT[1].length),
  ].join('')
}

function firstPage(page: FeedPage): PageData['queries'][number] {
  // Who likes a post is shown nowhere, and would be most of the data.
  const posts = page.data.map((post) => ({ ...post, likes: [] }))
  return {
    key: feed(filterFrom(new URLSearchParams(), BROWSE)).queryKey,
    data: { pages: [{ ...page, data: posts }], pageParams: [null] },
  }
}
