import '../lib/zod-setup.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { leaveForLogin } from '../features/accounts/session.ts'
import { mayBeSignedIn } from '../features/accounts/session-marks.ts'
import { viewer } from '../features/accounts/viewer.ts'
import { holdPageData, type PageData } from '../lib/page-data.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { readyForOffline } from '../offline/start.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** The query client of this tab, with what the page came with. */
export function openClient(router: () => Router, pageData: PageData | null): QueryClient {
  const client = createQueryClient(() =>
    leaveForLogin(client, router().state.location, (...to) => router().navigate(...to)),
  )
  if (pageData) {
    // It is what visitors see: a member's likes are not in it.
    holdPageData(client, pageData, mayBeSignedIn() ? 0 : Math.min(pageData.at, Date.now()))
  }
  readyForOffline(client, viewer.queryKey)
  // Who is looking is asked while the code of the page is on its way.
  void client.prefetchQuery(viewer)
  return client
}
