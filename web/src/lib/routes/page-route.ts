import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { withQueryClient } from '../queries/lazy-query-client.ts'
import type { PageMeta } from './page-meta.ts'

type LoadPage = () => Promise<ComponentType>

/** A route whose page loads when it is visited, together with the query client. */
export function createPageRoute(path: string, page: PageMeta, load: LoadPage): RouteObject {
  return createStaticPageRoute(path, page, withQueryClient(load))
}

/** The same for a page without queries, which needs no query client. */
export function createStaticPageRoute(path: string, page: PageMeta, load: LoadPage): RouteObject {
  return { path, handle: page, lazy: { Component: load } }
}
