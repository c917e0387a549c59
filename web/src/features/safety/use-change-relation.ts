import {
  blockMember,
  muteMember,
  unblockMember,
  unmuteMember,
  type MemberRelation,
} from '@dolph/contract/safety/safety'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { useMemberSession } from '../accounts/session/member-session.ts'
import { RelationChanges } from './relation-changes.ts'
import { relationQuery } from './relation-query.ts'
import { cancelRequests } from '../../lib/queries/cancel-requests.ts'

export type RelationAction = 'block' | 'unblock' | 'mute' | 'unmute'

const ENDPOINTS = {
  block: blockMember,
  unblock: unblockMember,
  mute: muteMember,
  unmute: unmuteMember,
}

/** Blocks or mutes a member, or takes it back. The change is shown at once, and undone if the server refuses it. */
export function useChangeRelation({ _id, userName }: { _id: string; userName: string }) {
  const session = useMemberSession()
  return useMutation({
    mutationFn: async (action: RelationAction) =>
      (await callEndpoint(ENDPOINTS[action], { params: { id: _id } })).data,
    onMutate: async (action) => {
      if (!session) return undefined
      const { queryKey } = relationQuery(session.memberId, _id)
      await cancelRequests(session.client, { queryKey })
      const previous = session.client.getQueryData(queryKey)
      if (previous) session.client.setQueryData(queryKey, predictRelation(previous, action))
      return previous
    },
    onSuccess: (relation, action) => {
      session?.get(RelationChanges).apply(_id, relation)
      toast.success(describeChange(action, userName))
    },
    onError: (error, action, previous) => {
      if (session && previous)
        session.client.setQueryData(relationQuery(session.memberId, _id).queryKey, previous)
      toast.error(getErrorMessage(error, `Failed to ${action} ${userName}. Please try again.`))
    },
  })
}

/** Unblocking opens nothing before the server has replied: the other one may have blocked the member too. */
function predictRelation(relation: MemberRelation, action: RelationAction): MemberRelation {
  if (action === 'block') return { ...relation, isBlocked: true, canMessage: false }
  if (action === 'unblock') return { ...relation, isBlocked: false }
  return { ...relation, isMuted: action === 'mute' }
}

function describeChange(action: RelationAction, name: string): string {
  if (action === 'block') return `You blocked ${name}. They are not told.`
  if (action === 'mute') return `You muted ${name}. They are not told.`
  return action === 'unblock' ? `You unblocked ${name}.` : `You unmuted ${name}.`
}
