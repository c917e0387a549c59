import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { hasNotMutedPost, canBeNotifiedBy, wantsNotification } from './wants-notification.ts'
import type { ChangedLine } from './announce-lines.ts'

/** A line that may stand in place of an earlier one, which is deleted. */
export type RenewedLine = ChangedLine & { isReplaced: boolean }

/** Notifies the owners of requests to join, and members of invitations. */
export async function notifyOfCreatedRequests(
  tx: Queryable,
  events: EventOf<'join-request.created'>[],
): Promise<ChangedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  return [
    ...(await notifyOwners(tx, 'join-requested', ids)),
    ...(await notifyInvited(tx, 'invited', ids)),
  ]
}

/** Reminds those who must answer. */
export async function notifyOfDueRequests(
  tx: Queryable,
  events: EventOf<'join-request.due'>[],
): Promise<ChangedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  return [
    ...(await notifyInvited(tx, 'join-due', ids)),
    ...(await notifyOwners(tx, 'join-due', ids)),
  ]
}

/**
 * Notifies the sender of a request or invitation of its answer or end; the author, if the sender is no longer an owner. The sender of
 * one that is hidden by now is notified of the decision instead.
 */
export async function notifyOfOutcomes(
  tx: Queryable,
  events: EventOf<'join-request.answered' | 'join-request.ended'>[],
): Promise<RenewedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  const actorIds = events.map(({ actorId }) => actorId)
  return writeRenewedLines(
    tx,
    'join-answered',
    sql`
      select distinct on (member_id, request_id) member_id, request_id, actor_id from (
        select recipient.member_id, request.id as request_id, event.actor_id, place
        from unnest(${ids}::uuid[], ${actorIds}::uuid[]) with ordinality as event (id, actor_id, place)
        join join_requests as request on request.id = event.id
        cross join lateral (
          select case when from_owner then ${reachableSender} else request.member_id end as member_id) as recipient
        where state not in ('waiting', 'withdrawn') and hidden_at is null
          and ${hasNotMutedPost(sql`recipient.member_id`, sql`post_id`)}) as recipient
      where member_id is not null and (
        actor_id is null or member_id <> actor_id and ${canBeNotifiedBy(sql`recipient.member_id`, sql`actor_id`)})
      order by member_id, request_id, place desc`,
  )
}

/** The owner who sent an invitation, or the author once the sender is no longer an owner. */
const reachableSender = sql`reachable_owner(sender_id, post_id, owner_id, request.member_id)`

async function notifyOwners(
  tx: Queryable,
  kind: 'join-requested' | 'join-due',
  ids: string[],
): Promise<ChangedLine[]> {
  const { rows } = await sql<ChangedLine>`
    with grouped as (
      select owner.member_id, post_id, (array_agg(request.id order by request.id))[1] as oldest
      from join_requests as request cross join lateral (${selectOwners}) as owner
      where request.id = any (${ids}) and state = 'waiting' and not from_owner and post_id is not null
        and ${wantsNotification(sql`owner.member_id`, sql`${sql.lit<string>(kind)}`)}
        and ${hasNotMutedPost(sql`owner.member_id`, sql`post_id`)}
        and ${canBeNotifiedBy(sql`owner.member_id`, sql`request.member_id`)}
      group by owner.member_id, post_id
      order by owner.member_id, post_id)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from grouped cross join lateral notify_of_join_requests(member_id, ${kind}, post_id, oldest)
  `.execute(tx)
  return rows
}

/** The author of the post and its co-owners, who may answer a request. */
export const selectOwners = sql`
  select owner_id as member_id where owner_id is not null
  union
  select team_members.member_id from team_members
  where team_members.post_id = request.post_id and is_co_owner and left_at is null
    and not is_blocked(owner_id, team_members.member_id)`

async function notifyInvited(
  tx: Queryable,
  kind: 'invited' | 'join-due',
  ids: string[],
): Promise<ChangedLine[]> {
  return writeRenewedLines(
    tx,
    kind,
    sql`
      select member_id, id as request_id, ${reachableSender} as actor_id from join_requests as request
      where id = any (${ids}) and state = 'waiting' and from_owner
        and ${hasNotMutedPost(sql`member_id`, sql`post_id`)}
        and (sender_id is null or ${canBeNotifiedBy(sql`request.member_id`, sql`sender_id`)})`,
  )
}

async function writeRenewedLines(
  tx: Queryable,
  kind: 'invited' | 'join-due' | 'join-answered',
  recipients: RawBuilder<unknown>,
): Promise<RenewedLine[]> {
  const { rows } = await sql<RenewedLine>`
    with notified as (
      select * from (${recipients}) as recipient
      where ${wantsNotification(sql`recipient.member_id`, sql`${sql.lit<string>(kind)}`)}
      order by member_id, request_id)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew", is_replaced as "isReplaced"
    from notified cross join lateral renew_notification(member_id, ${kind}, request_id, actor_id)
  `.execute(tx)
  return rows
}
