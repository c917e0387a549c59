import type { QueryClient } from '@tanstack/react-query'
import { projectQuery } from '../../projects/data.ts'
import { teamQuery } from '../../projects/team/team-data.ts'
import { rolesQuery } from '../../roles/data.ts'
import { updatesQuery } from '../../updates/updates-query.ts'
import { lazyUpdatesSection } from '../../updates/lazy-updates-section.tsx'
import { postQuery } from '../data.ts'

/** Loads what a member sees of a post, so that it takes the place of what a visitor sees in one step. Rejects if the member may not read it. */
export async function loadMemberPost(client: QueryClient, me: string, id: string): Promise<true> {
  const post = await client.fetchQuery(postQuery(client, id))
  if (post.project === null) return true
  await Promise.all([
    client.prefetchQuery(projectQuery(id)),
    client.prefetchQuery(rolesQuery(id)),
    client.prefetchQuery(teamQuery(me, id)),
    client.prefetchInfiniteQuery(updatesQuery(id)),
    lazyUpdatesSection.loadAndWait().catch(() => undefined),
  ])
  return true
}
