import {
  appealDecision,
  createReport,
  type Decision,
  listOwnDecisions,
  listOwnReports,
  type ReportDraft,
} from '@dolph/contract/moderation/moderation'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'

const PAGE_SIZE = 10
const DECISIONS_KEY = ['decisions'] as const
const REPORTS_KEY = ['reports'] as const

export function useSendReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ReportDraft) => callEndpoint(createReport, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: REPORTS_KEY }),
  })
}

/** The member's own reports, newest first. */
export const ownReportsQuery = infiniteQueryOptions({
  queryKey: REPORTS_KEY,
  queryFn: ({ pageParam: cursor, signal }) =>
    callEndpoint(listOwnReports, { querystring: { limit: PAGE_SIZE, cursor } }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ data }) => data),
})

/** Decisions about the member, newest first. */
export const ownDecisionsQuery = infiniteQueryOptions({
  queryKey: [...DECISIONS_KEY, 'list'],
  queryFn: ({ pageParam: cursor, signal }) =>
    callEndpoint(listOwnDecisions, { querystring: { limit: PAGE_SIZE, cursor } }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ data }) => data),
})

/** The newest decision about one post, comment or join request of the member; null without any. */
export const subjectDecisionQuery = (subject: string) =>
  queryOptions({
    queryKey: [...DECISIONS_KEY, 'about', subject],
    queryFn: async ({ signal }): Promise<Decision | null> => {
      const querystring = { limit: 1, subject }
      return (await callEndpoint(listOwnDecisions, { querystring }, signal)).data[0] ?? null
    },
  })

export function useAppeal(decisionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      callEndpoint(appealDecision, { params: { id: decisionId }, body: { text } }),
    onSettled: () => client.invalidateQueries({ queryKey: DECISIONS_KEY }),
  })
}
