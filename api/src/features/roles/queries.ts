import { OPEN_ROLES_MAX } from '@dolph/contract/roles/roles'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Reader } from '../../platform/db/reader.ts'
import { isOwner } from '../projects/owners.ts'
import { roleJson, rolePostJson, withoutFit } from './role-json.ts'

/** A post with more roles lists only the newest of them. */
const ROLES_LISTED_MAX = 100

interface RolesQuery {
  postId: string
  viewerId: string
  isOwner: boolean
}

/** The roles of a post that the viewer may read, as JSON without `fit`. */
export async function selectRoles(reader: Reader, query: RolesQuery): Promise<string[]> {
  const rows = await rolesStatement.run(reader, query)
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

/** How many of the newest projects are looked at, and how many of their roles are listed. */
const OWN_POSTS_MAX = 50
const OWN_ROLES_MAX = 40

/** The open roles for which the member may invite, with their posts, as JSON. */
export async function selectOwnOpenRoles(reader: Reader, memberId: string): Promise<string[]> {
  const rows = await ownOpenRolesStatement.run(reader, { memberId })
  return rows.map(({ role, post }) => `{"role":${withoutFit(role)},"post":${post}}`)
}

// The limits keep PostgreSQL from joining whole tables.
export const ownOpenRolesStatement = prepareStatement<
  { memberId: string },
  { role: string; post: string }
>((placeholder) => {
  const memberId = sql`${placeholder('memberId')}::uuid`
  return toCompilable(sql`
    select ${roleJson(memberId)} as role, ${rolePostJson} as post
    from (
      (select id from posts where author_id = ${memberId} order by id desc limit ${sql.lit(OWN_POSTS_MAX)})
      union
      (select post_id from team_members
        where member_id = ${memberId} and is_co_owner and left_at is null and ${isOwner(memberId, sql`team_members.post_id`)}
        order by joined_at desc limit ${sql.lit(OWN_POSTS_MAX)})) as owned
    cross join lateral (select * from projects where post_id = owned.id and open_roles > 0 limit 1) as projects
    cross join lateral (select * from posts where posts.id = owned.id limit 1) as posts
    cross join lateral (select * from members where members.id = posts.author_id limit 1) as members
    cross join lateral (
      select * from roles where roles.post_id = owned.id and state = 'open'
      order by id limit ${sql.lit(OPEN_ROLES_MAX)}) as roles
    order by owned.id desc, roles.id
    limit ${sql.lit(OWN_ROLES_MAX)}`)
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
