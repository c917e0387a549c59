import type { QueryClient } from '@tanstack/react-query'
import { createLazyModule, type LazyModule } from '../lazy-module.ts'

let lazyClient: LazyModule<QueryClient> | undefined

/**
 * The query client of this tab, created by the first code that queries the server. A visitor who reads only the
 * pages about Dolph never downloads it.
 */
export function createLazyQueryClient(
  createClient: () => Promise<QueryClient>,
): LazyModule<QueryClient> {
  lazyClient = createLazyModule(createClient)
  return lazyClient
}

export function loadQueryClient(): void {
  lazyClient?.load()
}

/** Loads code that uses queries together with the client. Where a client is provided from the start, nothing is awaited. */
export function withQueryClient<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), lazyClient?.loadAndWait()]))[0]
}
