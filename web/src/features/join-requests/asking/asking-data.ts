import {
  inviteToJoin,
  requestToJoin,
  type InvitationDraft,
  type JoinRequestDraft,
} from '@dolph/contract/join-requests/join-requests'
import type { Role } from '@dolph/contract/roles/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { refreshOnboarding } from '../../accounts/onboarding.ts'
import { useSendOnce } from '../../accounts/send-once.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { refetchDependents } from '../data.ts'
import { joinRequestListsKey } from '../query-keys.ts'

/** Sends a request; a repetition with the same content is the same request. `draftKey`: where it is stored until then. */
export function useRequestToJoin({ _id }: Pick<Role, '_id'>, draftKey: string) {
  const sendOnce = useSendOnce(draftKey)
  return useSendRequest((draft: Omit<JoinRequestDraft, 'tempId'>) =>
    sendOnce(draft, (tempId) =>
      callEndpoint(requestToJoin, { params: { id: _id }, body: { ...draft, tempId } }),
    ),
  )
}

/** Invites a member to one of the viewer's roles. `draftKey`: where the invitation is stored until then. */
export function useInvite(draftKey: string) {
  const sendOnce = useSendOnce(draftKey)
  return useSendRequest((invitation: Omit<InvitationDraft, 'tempId'> & { roleId: string }) => {
    const { roleId, ...draft } = invitation
    return sendOnce(invitation, (tempId) =>
      callEndpoint(inviteToJoin, { params: { id: roleId }, body: { ...draft, tempId } }),
    )
  })
}

function useSendRequest<Input>(send: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  return useMutation({
    mutationFn: send,
    onSettled: () => {
      refetchDependents(client, me)
      refreshOnboarding(client)
      void client.invalidateQueries({ queryKey: joinRequestListsKey(me) })
    },
  })
}
