import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { lockProjectsOfRoles } from '../lock-projects-of-roles.ts'

const ROLES_MAX = 100

interface StillOpenRole {
  _id: string
  title: string
  post: { _id: string; title: string }
  confirmedOn: string
}

/** The open and paused roles of a member, the longest silent first; undefined if the member has left or is suspended. */
export async function selectStillOpenRoles(
  db: Database,
  memberId: string,
): Promise<StillOpenRole[] | undefined> {
  const { rows } = await sql<StillOpenRole | { [Key in keyof StillOpenRole]: null }>`
    select role.* from members left join lateral (
      select roles.id as _id, roles.title, json_build_object('_id', posts.id, 'title', posts.title) as post,
        roles.confirmed_on::text as "confirmedOn"
      from owned_posts(members.id) as owned (id)
      join posts on posts.id = owned.id
      join roles on roles.post_id = owned.id and roles.state in ('open', 'paused')
      order by roles.confirmed_on, roles.id limit ${sql.lit(ROLES_MAX)}) as role on true
    where members.id = ${memberId} and members.deleted_at is null
      and (members.suspended_until is null or members.suspended_until <= now())
  `.execute(db)
  if (rows.length === 0) return undefined
  return rows.filter((row): row is StillOpenRole => row._id !== null)
}

/** Closes those of the roles that are the member's; returns how many. */
export async function closeRoles(
  db: Database,
  key: { memberId: string; ids: readonly string[] },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const postIds = await lockProjectsOfRoles(tx, key)
    const { rows: closed } = await sql`
      update roles set state = 'closed', paused_by = null
      where id = any (${key.ids}::uuid[]) and post_id = any (${postIds}::uuid[])
        and state in ('open', 'paused')
      returning id
    `.execute(tx)
    return closed.length
  })
}
