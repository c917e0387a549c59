import { readPublicPost } from '@dolph/contract/posts/read-public-post'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'

const PUBLIC_POST_STALE_MS = 60_000

/** A post as everyone can read it. */
export const publicPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['public-post', id],
    meta: { isPublic: true },
    queryFn: async ({ signal }) =>
      (await callEndpoint(readPublicPost, { params: { id } }, signal)).data,
    staleTime: PUBLIC_POST_STALE_MS,
  })
