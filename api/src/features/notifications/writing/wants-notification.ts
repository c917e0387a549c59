import { DEFAULT_CHANNELS } from '@dolph/contract/notifications/notifications'
import { sql, type RawBuilder } from 'kysely'

const defaults = sql.lit(JSON.stringify(DEFAULT_CHANNELS))

/** True if the member has not left and not switched off this kind. */
export function wantsNotification(
  memberId: RawBuilder<unknown>,
  kind: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (
    select from members left join notification_settings as settings on settings.member_id = members.id
    where members.id = ${memberId} and members.deleted_at is null
      and coalesce(settings.kinds -> ${kind} ->> 'app', ${defaults}::jsonb -> ${kind} ->> 'app')::boolean)`
}

/** True if the member has not muted the post. */
export function hasNotMutedPost(
  memberId: RawBuilder<unknown>,
  postId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`not exists (
    select from post_mutes where post_mutes.member_id = ${memberId} and post_mutes.post_id = ${postId})`
}

/** True if the member may be notified of what the other does: neither blocked the other, and the member has not muted them. */
export function canBeNotifiedBy(
  memberId: RawBuilder<unknown>,
  otherId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`(not is_blocked(${memberId}, ${otherId}) and not exists (
    select from mutes where mutes.member_id = ${memberId} and mutes.other_id = ${otherId}))`
}
