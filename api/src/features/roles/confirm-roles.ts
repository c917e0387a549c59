import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { lockProjectsOfRoles } from './lock-projects-of-roles.ts'

/**
 * Records that these roles are still open; returns how many of them belong to the member and are neither filled nor closed. Roles
 * that were paused because requests stayed without an answer open again, unless their project is paused.
 */
export async function confirmRoles(
  db: Database,
  key: { memberId: string; ids: readonly string[] },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const postIds = await lockProjectsOfRoles(tx, key)
    const { rows: confirmed } = await sql`
      update roles set confirmed_on = (now() at time zone 'UTC')::date, still_open_asked_on = null,
        state = case when filled >= seats then 'filled'
          when paused_by = 'unanswered' and projects.state is distinct from 'paused' then 'open' else roles.state end,
        paused_by = case when filled >= seats or paused_by = 'unanswered' and projects.state is distinct from 'paused' then null else
          case when paused_by is not null then 'project' end end
      from projects
      where projects.post_id = roles.post_id and roles.post_id = any(${postIds}::uuid[]) and roles.id = any(${key.ids}::uuid[])
        and roles.state in ('open', 'paused')
      returning roles.id`.execute(tx)
    return confirmed.length
  })
}
