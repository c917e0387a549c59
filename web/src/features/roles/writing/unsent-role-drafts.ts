import { TempId } from '@dolph/contract/primitives'
import { z } from 'zod/mini'
import { RoleFields } from './role-fields.ts'

/** A role that was written with a new post and is not sent yet. */
export const UnsentRole = z.object({ tempId: TempId, fields: RoleFields })
export type UnsentRole = z.infer<typeof UnsentRole>

export const UnsentRoleList = z.array(UnsentRole)

/** The roles of the post that is being written. */
export const NEW_POST_ROLES_KEY = 'roles:new'

/** The roles of a post that could not be sent when it was created. */
export function getUnsentRolesKey(postId: string): string {
  return `roles:${postId}`
}
