import { listUpdates, type Update } from '@dolph/contract/updates/updates'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'

interface UpdatePage {
  data: Update[]
  nextCursor: string | null
}

/** The updates of a project, newest first, page by page. */
export const updatesQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: ['updates', postId],
    queryFn: async ({ pageParam, signal }): Promise<UpdatePage> => {
      const querystring = pageParam === null ? {} : { cursor: pageParam }
      return callEndpoint(listUpdates, { params: { id: postId }, querystring }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
