import { sql } from 'kysely'
import type { Database, Queryable } from '../../db/database.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import { isOwner } from '../projects/owners.ts'
import { roleJson } from './role-json.ts'

/** A post with more roles lists only the newest of them. */
const ROLES_LISTED_MAX = 100

interface RolesQuery {
  postId: string
  viewerId: string
  isOwner: boolean
}

/** The roles of a post that the viewer may read, as JSON without `fit`. */
export async function selectRoles(db: Database, query: RolesQuery): Promise<string[]> {
  const rows = await rolesStatement.run(db, query)
  return rows.map(({ json }) => json)
}

export const rolesStatement = prepareStatement<RolesQuery, { json: string }>((placeholder) => {
  const viewerId = sql`${placeholder('viewerId')}::uuid`
  return toCompilable(sql`
    select ${roleJson(viewerId)} as json from (
      select * from roles
      where post_id = ${placeholder('postId')} and (state <> 'closed' or ${placeholder('isOwner')}::boolean or exists (
        select from join_requests where member_id = ${viewerId} and role_id = roles.id))
      order by id desc limit ${sql.lit(ROLES_LISTED_MAX)}) as roles
    order by array_position(array['open', 'paused', 'filled', 'closed'], state), id`)
})

/** A role as JSON without `fit`, as the viewer reads it. */
export async function selectRoleJson(db: Queryable, id: string, viewerId: string): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select ${roleJson(sql`${viewerId}::uuid`)} as json from roles where id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`role ${id} was written and then not found`)
  return rows[0].json
}

/** The post of a role that this member may write for. */
export async function selectOwnedRolePost(
  db: Queryable,
  { roleId, memberId }: { roleId: string; memberId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ postId: string }>`
    select post_id as "postId" from roles
    where id = ${roleId} and ${isOwner(sql`${memberId}::uuid`, sql.ref('roles.post_id'))}`.execute(
    db,
  )
  return rows[0]?.postId
}
