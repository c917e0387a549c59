import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Page } from './page.ts'

/** A route whose page loads when it is visited. */
export function pageRoute(
  path: string,
  page: Page,
  Component: () => Promise<ComponentType>,
): RouteObject {
  return { path, handle: page, lazy: { Component } }
}
