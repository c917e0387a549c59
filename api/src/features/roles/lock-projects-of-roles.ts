import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { isOwner } from '../projects/owners.ts'
import { lockProject } from '../projects/lock-project.ts'

/** Locks the projects of those of the roles that are the member's, in the order of ids; returns the ids of their posts. */
export async function lockProjectsOfRoles(
  tx: Queryable,
  { memberId, ids }: { memberId: string; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct post_id as id from roles
    where id = any(${ids}::uuid[]) and ${isOwner(sql`${memberId}::uuid`, sql.ref('roles.post_id'))}
    order by 1`.execute(tx)
  const postIds = rows.map(({ id }) => id)
  for (const id of postIds) await lockProject(tx, id)
  return postIds
}
