import { listOwnPosts } from '@dolph/contract/posts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { withLikesHeard } from '../likes.ts'

/** The member's own posts, newest first, one page after another. */
export const ownPosts = infiniteQueryOptions({
  queryKey: ['posts', 'own'],
  queryFn: async ({ client, pageParam, signal }) => {
    const askedAt = performance.now()
    const querystring = pageParam ? { cursor: pageParam } : {}
    const page = await call(listOwnPosts, { querystring }, signal)
    return { ...page, data: withLikesHeard(client, page.data, askedAt) }
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})
