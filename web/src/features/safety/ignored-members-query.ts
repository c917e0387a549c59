import {
  listIgnoredMembers,
  type IgnoredMember,
  type MemberRelation,
} from '@dolph/contract/safety/safety'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'

interface IgnoredPage {
  data: IgnoredMember[]
  nextCursor: string | null
}

/** Those whom the member blocked or muted, newest first. */
export const ignoredMembersQuery = (me: string) =>
  infiniteQueryOptions({
    queryKey: ['ignored-members', me] as const,
    queryFn: async ({ pageParam, signal }): Promise<IgnoredPage> => {
      const querystring = pageParam === null ? {} : { cursor: pageParam }
      return callEndpoint(listIgnoredMembers, { querystring }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })

/** Shows the new relation in the list, from which a member who is no longer ignored disappears. */
export function updateIgnoredMember(
  client: QueryClient,
  me: string,
  userId: string,
  { isBlocked, isMuted }: MemberRelation,
): void {
  const { queryKey } = ignoredMembersQuery(me)
  client.setQueryData(queryKey, (list) => {
    if (!list) return list
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data
        .map((member) => (member._id === userId ? { ...member, isBlocked, isMuted } : member))
        .filter((member) => member.isBlocked || member.isMuted),
    }))
    return { ...list, pages }
  })
  const isListed = client
    .getQueryData(queryKey)
    ?.pages.some(({ data }) => data.some(({ _id }) => _id === userId))
  // Only the server knows the place of a member who is ignored now.
  if ((isBlocked || isMuted) && !isListed) void client.invalidateQueries({ queryKey })
}
