import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { withClient } from '../lib/tab-client.ts'
import type { Page } from './page.ts'

type LoadPage = () => Promise<ComponentType>

/** A route whose page loads when it is visited. */
export function pageRoute(path: string, page: Page, load: LoadPage): RouteObject {
  return plainPageRoute(path, page, withClient(load))
}

/** The same for a page that asks the server nothing. */
export function plainPageRoute(path: string, page: Page, load: LoadPage): RouteObject {
  return { path, handle: page, lazy: { Component: load } }
}
