import { readRelation, type MemberRelation } from '@dolph/contract/safety/safety'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { useMemberSession } from '../accounts/session/member-session.ts'

/** Long, because changes are announced by an event. */
const RELATION_STALE_MS = 60_000

export const relationsKey = (me: string) => ['relations', me] as const

/** What stands between the signed-in member and another one. `LiveRelations` refetches it when it has changed. */
export const relationQuery = (me: string, userId: string) =>
  queryOptions({
    queryKey: [...relationsKey(me), userId] as const,
    queryFn: async ({ signal }) =>
      (await callEndpoint(readRelation, { params: { id: userId } }, signal)).data,
    staleTime: RELATION_STALE_MS,
  })

interface RelationResult {
  /** Undefined until it is known, and without another member. */
  relation: MemberRelation | undefined
  isLoading: boolean
}

export function useRelation(userId: string | undefined): RelationResult {
  const me = useMemberSession()?.memberId
  const isOther = me !== undefined && userId !== undefined && userId !== me
  const query = useQuery({ ...relationQuery(me ?? '', userId ?? ''), enabled: isOther })
  return { relation: query.data, isLoading: query.isLoading }
}
