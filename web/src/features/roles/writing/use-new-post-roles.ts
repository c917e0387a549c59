import { OPEN_ROLES_MAX } from '@dolph/contract/roles/roles'
import { useRef, useState } from 'react'
import { DraftStore } from '../../accounts/draft-store.ts'
import { useDraft } from '../../accounts/drafts.ts'
import { useMemberSession } from '../../accounts/session/member-session.ts'
import { sendNewRole } from '../data.ts'
import { parseRoleFields } from './role-fields.ts'
import {
  getUnsentRolesKey,
  NEW_POST_ROLES_KEY,
  UnsentRoleList,
  type UnsentRole,
} from './unsent-role-drafts.ts'

/** The roles that are written with a new post: kept on the device, and sent once the post exists. */
export function useNewPostRoles() {
  const draft = useDraft(NEW_POST_ROLES_KEY, UnsentRoleList)
  const store = useMemberSession()?.get(DraftStore)
  const [roles, setRoles] = useState(draft.restored ?? [])
  const [isSending, setIsSending] = useState(false)
  // The list before the next rendering: an import may end after another role was added.
  const newest = useRef(roles)

  const change = (next: UnsentRole[]) => {
    newest.current = next
    setRoles(next)
    if (next.length === 0) draft.discard()
    else draft.save(next)
  }

  /** Adds as many as there is room for. */
  const add = (added: UnsentRole[]) =>
    change([...newest.current, ...added].slice(0, OPEN_ROLES_MAX))

  /** Sends the roles; those that fail stay as drafts of the post. Returns how many failed. */
  const sendAll = async (postId: string): Promise<number> => {
    const key = getUnsentRolesKey(postId)
    const keepDrafts = (unsent: UnsentRole[]) => store?.writeDraft(key, unsent)
    setIsSending(true)
    // Stored for the post before the first is sent: a closed tab loses none.
    keepDrafts(roles)
    draft.discard()
    const unsent: UnsentRole[] = []
    for (const [index, role] of roles.entries()) {
      try {
        await sendUnsentRole(postId, role)
      } catch {
        unsent.push(role)
      }
      keepDrafts([...unsent, ...roles.slice(index + 1)])
    }
    if (unsent.length === 0) store?.removeDraft(key)
    setIsSending(false)
    return unsent.length
  }

  return { roles, isSending, change, add, sendAll, discard: () => change([]) }
}

export type NewPostRoles = ReturnType<typeof useNewPostRoles>

export async function sendUnsentRole(postId: string, { tempId, fields }: UnsentRole) {
  const { draft } = parseRoleFields(fields)
  if (!draft) throw new Error('The stored role is no longer valid')
  return sendNewRole(postId, { tempId, draft })
}
