import {
  inviteToJoin,
  requestToJoin,
  type InvitationDraft,
  type JoinRequestDraft,
} from '@dolph/contract/join-requests'
import type { Role } from '@dolph/contract/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { refetchDependents } from '../data.ts'
import { joinRequestListsKey } from '../query-keys.ts'

/** Sends a request; a repetition with the same content is the same request. */
export function useRequestToJoin({ _id }: Pick<Role, '_id'>) {
  const withTempId = useTempId()
  return useSendRequest((draft: Omit<JoinRequestDraft, 'tempId'>) =>
    callEndpoint(requestToJoin, { params: { id: _id }, body: withTempId(draft) }),
  )
}

/** Invites a member to one of the viewer's roles. */
export function useInvite() {
  const withTempId = useTempId()
  return useSendRequest(
    ({ roleId, ...draft }: Omit<InvitationDraft, 'tempId'> & { roleId: string }) =>
      callEndpoint(inviteToJoin, { params: { id: roleId }, body: withTempId(draft) }),
  )
}

function useSendRequest<Input>(send: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  return useMutation({
    mutationFn: send,
    onSettled: () => {
      refetchDependents(client, me)
      void client.invalidateQueries({ queryKey: joinRequestListsKey(me) })
    },
  })
}

/** Adds an idempotency key that stays as long as the content does: the server refuses other content under it. */
function useTempId(): <T extends object>(content: T) => T & { tempId: string } {
  const [keys] = useState(() => new Map<string, string>())
  return (content) => {
    const text = JSON.stringify(content)
    const tempId = keys.get(text) ?? `temp-${crypto.randomUUID()}`
    keys.set(text, tempId)
    return { ...content, tempId }
  }
}
