import { listOwnPosts } from '@dolph/contract/posts/posts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { applyConfirmedChanges } from '../confirmed-changes.ts'

/** The member's own posts, newest first, page by page. */
export const ownPostsQuery = infiniteQueryOptions({
  queryKey: ['posts', 'own'],
  queryFn: async ({ client, pageParam, signal }) => {
    const requestedAt = performance.now()
    const querystring = pageParam ? { cursor: pageParam } : {}
    const page = await callEndpoint(listOwnPosts, { querystring }, signal)
    return { ...page, data: applyConfirmedChanges(client, page.data, requestedAt) }
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})
