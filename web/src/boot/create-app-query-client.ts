import '../lib/zod-setup.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { expireSession } from '../features/accounts/session/session.ts'
import { mayBeSignedIn } from '../features/accounts/session/session-hints.ts'
import { viewerQuery } from '../features/accounts/session/viewer-query.ts'
import { hydrateQueryClient, type PageData } from '../lib/queries/page-data.ts'
import { setPageMemberSource } from '../lib/page-member.ts'
import { createQueryClient } from '../lib/queries/query-client.ts'
import { enableOffline } from '../offline/enable-offline.ts'

/** How long another tab may take to tell that the member has logged out. */
const LOG_OUT_NEWS_MS = 500

type Router = ReturnType<typeof createBrowserRouter>

/** The query client of this tab, filled with the data that came with the page. */
export function createAppQueryClient(router: () => Router, pageData: PageData | null): QueryClient {
  const client = createQueryClient(() => {
    const expire = () =>
      expireSession(client, router().state.location, (...to) => router().navigate(...to))
    const viewer = client.getQueryData(viewerQuery.queryKey)
    if (!viewer) expire()
    // A log-out in another tab ends the session before that tab can tell this one, where a public page then stays.
    else
      setTimeout(
        () => client.getQueryData(viewerQuery.queryKey) === viewer && expire(),
        LOG_OUT_NEWS_MS,
      )
  })
  setPageMemberSource(() => client.getQueryData(viewerQuery.queryKey)?._id)
  if (pageData) {
    // Page data is rendered for visitors, without a member's likes: for a member it counts as stale.
    hydrateQueryClient(
      client,
      pageData,
      mayBeSignedIn() ? 0 : Math.min(pageData.renderedAt, Date.now()),
    )
  }
  enableOffline(client, viewerQuery.queryKey)
  // The viewer is fetched while the page's code is still loading.
  void client.prefetchQuery(viewerQuery)
  return client
}
