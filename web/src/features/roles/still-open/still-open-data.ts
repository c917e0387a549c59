import type { InputOf, ReplyOf } from '@dolph/contract/endpoint'
import { confirmRoles } from '@dolph/contract/roles/roles'
import { answerStillOpen, readStillOpen } from '@dolph/contract/roles/still-open'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'

export type StillOpenRole = ReplyOf<typeof readStillOpen>['data'][number]

/** The roles that a mail asks about. Reading them confirms nothing. */
export const stillOpenQuery = (token: string) =>
  queryOptions({
    queryKey: ['roles', 'still-open', token],
    queryFn: async ({ signal }) =>
      (await callEndpoint(readStillOpen, { params: { token } }, signal)).data,
    retry: false,
    // The list is never refetched: a role that disappears would move the checkboxes while the member ticks them.
    staleTime: Infinity,
  })

/** Answers with the token of the mail, so that a member without a session can answer too. */
export function useAnswerStillOpen(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof answerStillOpen>['body']) =>
      callEndpoint(answerStillOpen, { params: { token }, body }),
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: ['roles'],
        predicate: ({ queryKey }) => queryKey[1] !== 'still-open',
      }),
  })
}

/** Confirms roles as the signed-in owner. */
export function useConfirmRoles() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => callEndpoint(confirmRoles, { body: { ids } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['roles'] }),
  })
}
