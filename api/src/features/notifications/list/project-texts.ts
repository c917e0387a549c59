import { ROLES_PAUSED_TEXT } from '@dolph/contract/notifications/notifications'
import { PROJECT_STATE_LABELS } from '@dolph/contract/projects/projects'
import { sql, type RawBuilder } from 'kysely'

const stateLabels = sql.lit(JSON.stringify(PROJECT_STATE_LABELS))

/** The newest update of a post, or the name of the state that it tells; null without one that the member may read. */
export function newestUpdateText(
  memberId: RawBuilder<unknown>,
  postId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(
    select coalesce(nullif(updates.body, ''), ${stateLabels}::jsonb ->> updates.state) from updates
    where updates.post_id = ${postId} and (updates.author_id is null or not is_blocked(${memberId}, updates.author_id))
    order by updates.id desc limit 1)`
}

/** The roles that the member is asked about, or that they are paused; null once all are answered. */
export function stillOpenText(memberId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select case when bool_or(roles.paused_by = 'unanswered') then ${sql.lit(ROLES_PAUSED_TEXT)}
      else string_agg(roles.title, ', ' order by roles.confirmed_on, roles.id) end
    from owned_posts(${memberId}) as owned (id) join roles on roles.post_id = owned.id
    where roles.paused_by = 'unanswered' or (roles.state = 'open' and roles.still_open_asked_on is not null))`
}
