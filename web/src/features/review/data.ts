import {
  type AppealDecisionDraft,
  type Case,
  type CaseState,
  decideAppeal,
  decideCase,
  type DecisionDraft,
  listAuditLog,
  listCases,
  readCase,
} from '@dolph/contract/review/review'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'

const PAGE_SIZE = 20
const AUDIT_PAGE_SIZE = 50
/** Several moderators work on one queue. */
const REFRESH_MS = 30_000

const QUEUE_KEY = ['review', 'queue'] as const

/** One tab of the queue. */
export const casesQuery = (state: CaseState) =>
  infiniteQueryOptions({
    queryKey: [...QUEUE_KEY, state],
    queryFn: ({ pageParam: cursor, signal }) =>
      callEndpoint(listCases, { querystring: { state, limit: PAGE_SIZE, cursor } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => ({
      cases: pages.flatMap(({ data }) => data),
      oldestOpenAt: pages[0]?.oldestOpenAt ?? null,
      oldestWaitingRequestAt: pages[0]?.oldestWaitingRequestAt ?? null,
    }),
    refetchInterval: REFRESH_MS,
  })

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: ['review', 'case', id],
    queryFn: async ({ signal }) => (await callEndpoint(readCase, { params: { id } }, signal)).data,
  })

export function useDecideCase(id: string) {
  const onSettled = useAfterDecision(id)
  return useMutation({
    mutationFn: async (body: DecisionDraft) =>
      (await callEndpoint(decideCase, { params: { id }, body })).data,
    onSettled,
  })
}

export function useDecideAppeal(id: string) {
  const onSettled = useAfterDecision(id)
  return useMutation({
    mutationFn: async (body: AppealDecisionDraft) =>
      (await callEndpoint(decideAppeal, { params: { id }, body })).data,
    onSettled,
  })
}

/** After a refusal too: the case may have been decided by another moderator. */
function useAfterDecision(id: string) {
  const client = useQueryClient()
  return (decided: Case | undefined) => {
    const key = caseQuery(id).queryKey
    if (decided) client.setQueryData(key, decided)
    else void client.invalidateQueries({ queryKey: key })
    void client.invalidateQueries({ queryKey: QUEUE_KEY })
  }
}

/** What staff did, newest first. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: ['review', 'audit'],
  queryFn: ({ pageParam: cursor, signal }) =>
    callEndpoint(listAuditLog, { querystring: { limit: AUDIT_PAGE_SIZE, cursor } }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ data }) => data),
})
