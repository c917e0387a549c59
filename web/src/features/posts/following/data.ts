import { listFollowedPosts } from '@dolph/contract/posts/following'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { applyConfirmedChanges } from '../confirmed-changes.ts'

/** The posts that the member saved or follows, the last saved first, page by page. */
export const followedPostsQuery = infiniteQueryOptions({
  queryKey: ['posts', 'followed'],
  queryFn: async ({ client, pageParam, signal }) => {
    const requestedAt = performance.now()
    const querystring = pageParam ? { cursor: pageParam } : {}
    const page = await callEndpoint(listFollowedPosts, { querystring }, signal)
    return { ...page, data: applyConfirmedChanges(client, page.data, requestedAt) }
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  // Posts are saved on other pages, so every visit refetches the list.
  staleTime: 0,
})
