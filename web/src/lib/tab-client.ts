import type { QueryClient } from '@tanstack/react-query'
import { late, type Late } from './late.ts'

let offered: Late<QueryClient> | undefined

/**
 * The query client of this tab, opened by the first thing that has something to ask the server. Whoever only reads
 * what Dolph says about itself never needs it, nor all the code that comes with it.
 */
export function offerClient(open: () => Promise<QueryClient>): Late<QueryClient> {
  offered = late(open)
  return offered
}

export function openTabClient(): void {
  offered?.load()
}

/** Loads what uses queries together with the client. Where one is provided from the start there is none to wait for. */
export function withClient<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), offered?.ready()]))[0]
}
