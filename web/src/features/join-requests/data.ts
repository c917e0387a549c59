import {
  answerJoinRequest,
  listJoinRequests,
  OPEN_REQUESTS_MAX,
  readJoinRequest,
  withdrawJoinRequest,
  type JoinRequest,
  type JoinRequestBox,
} from '@dolph/contract/join-requests/join-requests'
import type { InputOf } from '@dolph/contract/endpoint'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { joinRequestListsKey, joinRequestsKey, waitingCountKey } from './query-keys.ts'

/** Which requests are listed. `waiting`: those that wait for an answer or are in talks. */
export type ListedState = 'waiting' | 'all'

/** Requests and invitations, page by page: open ones by their date, all of them newest first. */
export const joinRequestListQuery = (me: string, box: JoinRequestBox, state: ListedState) =>
  infiniteQueryOptions({
    queryKey: [...joinRequestListsKey(me), box, state] as const,
    queryFn: ({ pageParam, signal }) => {
      const querystring = { box, state, ...(pageParam !== null && { cursor: pageParam }) }
      return callEndpoint(listJoinRequests, { querystring }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })

export const joinRequestQuery = (me: string, id: string) =>
  queryOptions({
    queryKey: [...joinRequestsKey(me), 'one', id] as const,
    queryFn: async ({ signal }) =>
      (await callEndpoint(readJoinRequest, { params: { id } }, signal)).data,
    staleTime: 0,
  })

/** What the member has asked for and can still withdraw. */
export const openSentQuery = (me: string) =>
  queryOptions({
    queryKey: [...joinRequestsKey(me), 'open-sent'] as const,
    queryFn: async ({ signal }) => {
      const querystring = { box: 'sent', state: 'waiting', limit: 2 * OPEN_REQUESTS_MAX } as const
      return (await callEndpoint(listJoinRequests, { querystring }, signal)).data
    },
    staleTime: 0,
  })

/** How many requests and invitations wait for the member's answer. */
export const waitingCountQuery = (me: string) =>
  queryOptions({
    queryKey: waitingCountKey(me),
    queryFn: async ({ signal }) => {
      const querystring = { box: 'received', state: 'waiting', limit: 1 } as const
      return (await callEndpoint(listJoinRequests, { querystring }, signal)).waitingCount
    },
  })

/** Shows a changed request wherever it is listed. It keeps its place, so that no row moves under the pointer. */
export function applyJoinRequest(client: QueryClient, me: string, request: JoinRequest): void {
  client.setQueryData(joinRequestQuery(me, request._id).queryKey, request)
  for (const box of ['received', 'sent'] as const) {
    for (const state of ['waiting', 'all'] as const) {
      client.setQueryData(
        joinRequestListQuery(me, box, state).queryKey,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              data: page.data.map((each) => (each._id === request._id ? request : each)),
            })),
          },
      )
    }
  }
}

/** Shows the current state of a request; a failure leaves what is shown. */
export async function refetchJoinRequest(
  client: QueryClient,
  me: string,
  id: string,
): Promise<void> {
  const current = await client.fetchQuery(joinRequestQuery(me, id)).catch(() => undefined)
  if (current) applyJoinRequest(client, me, current)
}

/** Refetches what depends on a request: numbers, roles with the viewer's own request, and teams. */
export function refetchDependents(client: QueryClient, me: string): void {
  void client.invalidateQueries({ queryKey: waitingCountKey(me) })
  void client.invalidateQueries({ queryKey: openSentQuery(me).queryKey })
  for (const key of ['roles', 'team', 'projects', 'profiles']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}

export type Answer = InputOf<typeof answerJoinRequest>['body']
export type AnswerKind = Answer['answer']

export function useAnswerJoinRequest(id: string) {
  return useChangeJoinRequest(
    id,
    async (body: Answer) => (await callEndpoint(answerJoinRequest, { params: { id }, body })).data,
  )
}

export function useWithdrawJoinRequest(id: string) {
  return useChangeJoinRequest(
    id,
    async () => (await callEndpoint(withdrawJoinRequest, { params: { id } })).data,
  )
}

function useChangeJoinRequest<Input>(id: string, change: (input: Input) => Promise<JoinRequest>) {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  return useMutation({
    mutationFn: change,
    onSuccess: (request) => applyJoinRequest(client, me, request),
    onError: (refusal) => {
      // Answered, withdrawn or ended elsewhere: the row shows its state.
      if (refusal instanceof ApiError && refusal.code === 'conflict')
        void refetchJoinRequest(client, me, id)
    },
    onSettled: () => refetchDependents(client, me),
  })
}
