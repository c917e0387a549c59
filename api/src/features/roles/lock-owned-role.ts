import { sql, type Selectable } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockProject } from '../projects/lock-project.ts'
import { selectOwnedPost, type OwnedPost } from '../projects/owners.ts'
import { selectOwnedRolePost } from './queries.ts'

/** A role and the member who writes it. */
export interface RoleWriter {
  roleId: string
  memberId: string
}

export interface OwnedRole {
  role: Selectable<Tables['roles']>
  post: OwnedPost
}

/** Locks a role, its project and the type of its post; undefined unless the member owns the post. */
export async function lockOwnedRole(
  tx: Queryable,
  { roleId, memberId }: RoleWriter,
): Promise<OwnedRole | undefined> {
  const postId = await selectOwnedRolePost(tx, { roleId, memberId })
  const post = postId === undefined ? undefined : await lockOwnedPost(tx, { postId, memberId })
  if (!post) return undefined
  const role = await tx
    .selectFrom('roles')
    .selectAll()
    .where('id', '=', roleId)
    .forUpdate()
    .executeTakeFirst()
  return role && { role, post }
}

/** Locks the project and the type of a post for a change of its roles; undefined unless the member owns the post. */
export async function lockOwnedPost(
  tx: Queryable,
  key: { postId: string; memberId: string },
): Promise<OwnedPost | undefined> {
  if (!(await selectOwnedPost(tx, key))) return undefined
  // An edit of the post waits: it closes the roles of a post that becomes one of a member who looks for a project.
  await sql`select from posts where id = ${key.postId} for share`.execute(tx)
  if (!(await lockProject(tx, key.postId))) return undefined
  // Read again: type and owners may have changed while the locks were awaited.
  return selectOwnedPost(tx, key)
}

/** The caller holds the lock of the post. */
export function refuseSeekerPost({ type }: OwnedPost): void {
  if (type === 'looking-to-join') {
    throw new Refusal('conflict', 'A post that looks for a project takes no roles')
  }
}
