import type { PostType } from '@dolph/contract/posts/post-type'
import { listMemberPosts, listOwnPosts } from '@dolph/contract/posts/posts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { applyConfirmedChanges } from '../../posts/confirmed-changes.ts'

const PROJECTS_PER_PAGE = 12

/** The posts of a member or, without an id, of the viewer, of one type or of all, page by page. */
export const memberProjectsQuery = (memberId: string | null, type: PostType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'of-member', memberId ?? 'own', type ?? 'all'],
    queryFn: async ({ client, pageParam, signal }) => {
      const requestedAt = performance.now()
      const querystring = {
        limit: PROJECTS_PER_PAGE,
        ...(type && { type }),
        ...(pageParam && { cursor: pageParam }),
      }
      const page = await (memberId
        ? callEndpoint(listMemberPosts, { params: { userId: memberId }, querystring }, signal)
        : callEndpoint(listOwnPosts, { querystring }, signal))
      return { ...page, data: applyConfirmedChanges(client, page.data, requestedAt) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
