import type { QueryClient } from '@tanstack/react-query'
import { createLazyModule, type LazyModule } from './lazy-module.ts'

let lazyClient: LazyModule<QueryClient> | undefined

/**
 * The query client of this tab, opened by the first thing that has something to ask the server. Whoever only reads
 * what Dolph says about itself never needs it, nor all the code that comes with it.
 */
export function createLazyQueryClient(open: () => Promise<QueryClient>): LazyModule<QueryClient> {
  lazyClient = createLazyModule(open)
  return lazyClient
}

export function loadQueryClient(): void {
  lazyClient?.load()
}

/** Loads what uses queries together with the client. Where one is provided from the start there is none to wait for. */
export function withQueryClient<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), lazyClient?.loadAndWait()]))[0]
}
