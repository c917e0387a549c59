import '../lib/zod-setup.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { expireSession } from '../features/accounts/session.ts'
import { mayBeSignedIn } from '../features/accounts/session-hints.ts'
import { viewerQuery } from '../features/accounts/viewer-query.ts'
import { hydrateQueryClient, type PageData } from '../lib/page-data.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { enableOffline } from '../offline/enable-offline.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** The query client of this tab, with what the page came with. */
export function createAppQueryClient(router: () => Router, pageData: PageData | null): QueryClient {
  const client = createQueryClient(() =>
    expireSession(client, router().state.location, (...to) => router().navigate(...to)),
  )
  if (pageData) {
    // It is what visitors see: a member's likes are not in it.
    hydrateQueryClient(client, pageData, mayBeSignedIn() ? 0 : Math.min(pageData.at, Date.now()))
  }
  enableOffline(client, viewerQuery.queryKey)
  // Who is looking is asked while the code of the page is on its way.
  void client.prefetchQuery(viewerQuery)
  return client
}
