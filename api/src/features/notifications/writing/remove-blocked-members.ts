import type { NotificationKind } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'

/** Takes two members out of each other's notifications after a block. Returns the members whose notifications have changed. */
export async function removeBlockedMembers(
  tx: Queryable,
  events: EventOf<'member.blocked'>[],
): Promise<string[]> {
  // A statement of its own: the next ones see the answers that were committed while it waited.
  await sql`select lock_request_notifications()`.execute(tx)
  const changedIds = new Set<string>()
  for (const pair of listPairs(events)) {
    const lines = await lockLines(tx, pair)
    for (const line of lines) await removeFromLine(tx, pair, line)
    if (lines.length > 0) changedIds.add(pair.memberId)
  }
  return [...changedIds]
}

interface Pair {
  memberId: string
  /** Who is taken out of the notifications of the member. */
  otherId: string
}

/** In the order of all locks on notifications, which prevents deadlocks. */
function listPairs(events: EventOf<'member.blocked'>[]): Pair[] {
  const pairs = events.flatMap(({ subjectId, data }) =>
    data.memberIds.flatMap((otherId) => [
      { memberId: subjectId, otherId },
      { memberId: otherId, otherId: subjectId },
    ]),
  )
  const byKey = new Map(pairs.map((pair) => [`${pair.memberId} ${pair.otherId}`, pair]))
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, pair]) => pair)
}

interface Line {
  id: string
  kind: NotificationKind
  actors: string[]
  isOfComments: boolean
  isOfRequests: boolean
  isRead: boolean
}

const ABOUT_ONE_REQUEST: readonly NotificationKind[] = ['join-answered', 'invited', 'join-due']

/** Locks the lines that tell of the other member, also those that were read. */
async function lockLines(tx: Queryable, { memberId, otherId }: Pair): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select id, kind, actors, comment_id is not null as "isOfComments", join_request_id is not null as "isOfRequests",
      read_at is not null as "isRead"
    from notifications
    where member_id = ${memberId} and (
      ${otherId} = any (actors)
      or comment_id is not null and exists (
        select from notification_comments as counted join comments on comments.id = counted.comment_id
        where counted.member_id = ${memberId} and counted.notification_id = notifications.id
          and comments.author_id = ${otherId})
      or join_request_id is not null and read_at is null and exists (
        select from join_requests as request
        where request.post_id = target_id and request.member_id = ${otherId} and request.id >= join_request_id)
      or kind = any (${ABOUT_ONE_REQUEST}) and exists (
        select from join_requests as request
        where request.id = target_id and ${otherId} in (request.member_id, owner_id, sender_id, answered_by)))
    order by kind, target_id, id for update`.execute(tx)
  return rows
}

/** A line that tells of nobody else is deleted. */
async function removeFromLine(tx: Queryable, pair: Pair, line: Line): Promise<void> {
  const isAboutOther = line.actors.length === 1 && line.actors[0] === pair.otherId
  if (line.isOfComments) await removeComments(tx, pair, line.id)
  else if (isAboutOther || (!line.isOfRequests && ABOUT_ONE_REQUEST.includes(line.kind)))
    await deleteLine(tx, pair, line.id)
  else if (line.isOfRequests && !line.isRead)
    await sql`select count_notified_requests(${pair.memberId}, ${line.id})`.execute(tx)
  else await removeActor(tx, pair, line)
}

async function removeComments(tx: Queryable, pair: Pair, lineId: string): Promise<void> {
  const { memberId, otherId } = pair
  const { numAffectedRows: lost = 0n } = await sql`
    delete from notification_comments as counted using comments
    where counted.member_id = ${memberId} and counted.notification_id = ${lineId}
      and comments.id = counted.comment_id and comments.author_id = ${otherId}`.execute(tx)
  const { numAffectedRows: left = 0n } = await sql`
    update notifications set count = count - ${Number(lost)}::integer,
      comment_id = (
        select newest.comment_id from notification_comments as newest
        where newest.member_id = ${memberId} and notification_id = ${lineId}
        order by newest.comment_id desc limit 1),
      actors = newest_notification_authors(${memberId}, ${lineId})
    where member_id = ${memberId} and id = ${lineId} and count > ${Number(lost)}::integer`.execute(
    tx,
  )
  if (left === 0n) await deleteLine(tx, pair, lineId)
}

async function deleteLine(tx: Queryable, { memberId }: Pair, lineId: string): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('member_id', '=', memberId)
    .where('id', '=', lineId)
    .execute()
}

/** A line that was read counts no request that came later, so that only one that names the other member loses a number. */
async function removeActor(tx: Queryable, { memberId, otherId }: Pair, line: Line): Promise<void> {
  await sql`
    update notifications set actors = array_remove(actors, ${otherId}::uuid),
      count = case when ${line.isOfRequests} then greatest(count - 1, 1) else count end
    where member_id = ${memberId} and id = ${line.id}`.execute(tx)
}
