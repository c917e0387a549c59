import type { InputOf, ReplyOf } from '@dolph/contract/endpoint'
import {
  createRole,
  deleteRole,
  editRole,
  listRoles,
  setRoleState,
  type Role,
  type RoleDraft,
} from '@dolph/contract/roles/roles'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'

type RoleList = Pick<ReplyOf<typeof listRoles>, 'data' | 'answers'>

/** The roles of a post, and how its owner answers requests to join. */
export const rolesQuery = (postId: string) =>
  queryOptions({
    queryKey: ['roles', 'post', postId],
    queryFn: async ({ signal }): Promise<RoleList> => {
      const { data, answers } = await callEndpoint(listRoles, { params: { id: postId } }, signal)
      return { data, answers }
    },
  })

/** A role that is about to be created; `tempId` makes a repeated call create nothing more. */
export interface NewRole {
  tempId: string
  draft: RoleDraft
}

export async function sendNewRole(postId: string, { tempId, draft }: NewRole): Promise<Role> {
  const input = { params: { id: postId }, body: { ...draft, tempId } }
  return (await callEndpoint(createRole, input)).data
}

type RoleChange =
  | { kind: 'create'; role: NewRole }
  | { kind: 'edit'; id: string; draft: RoleDraft }
  | { kind: 'state'; id: string; state: InputOf<typeof setRoleState>['body']['state'] }
  | { kind: 'delete'; id: string }

/** Changes the roles of a post as its owner. The list is fetched again: the state of one role moves others. */
export function useChangeRoles(postId: string, onChanged: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: RoleChange) => sendRoleChange(postId, change),
    onSuccess: async () => {
      onChanged()
      await client.invalidateQueries({ queryKey: rolesQuery(postId).queryKey })
    },
  })
}

export type ChangeRoles = ReturnType<typeof useChangeRoles>

async function sendRoleChange(postId: string, change: RoleChange): Promise<unknown> {
  if (change.kind === 'create') return sendNewRole(postId, change.role)
  const params = { id: change.id }
  if (change.kind === 'edit') return callEndpoint(editRole, { params, body: change.draft })
  if (change.kind === 'delete') return callEndpoint(deleteRole, { params })
  return callEndpoint(setRoleState, { params, body: { state: change.state } })
}
