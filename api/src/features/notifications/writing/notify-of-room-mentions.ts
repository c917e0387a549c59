import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import type { ChangedLine } from './announce-lines.ts'
import { wantsNotification } from './wants-notification.ts'

interface Place {
  roomId: string
  memberId: string
  /** Whether somebody else has just mentioned the member. */
  isMentioned: boolean
}

/**
 * Makes the lines about rooms, one for each, count the unread messages that mention the member. What is unread is counted anew: the order of
 * events, and how often they come, do not matter. Returns the lines that tell of a new mention, and whose lines became fewer.
 */
export async function notifyOfRoomMentions(
  tx: Queryable,
  events: readonly EventOf<'room.mentions-changed'>[],
): Promise<{ lines: ChangedLine[]; recountedIds: string[] }> {
  const places = listPlaces(events)
  await lockPlaces(tx, places)
  const recountedIds = await recountLines(tx, places)
  const lines = await writeLines(
    tx,
    places.filter(({ isMentioned }) => isMentioned),
  )
  return { lines, recountedIds }
}

/** Each place once; somebody who reads is no one else's mention. */
function listPlaces(events: readonly EventOf<'room.mentions-changed'>[]): Place[] {
  const places = new Map<string, Place>()
  for (const { subjectId: roomId, actorId, data } of events) {
    for (const memberId of data.memberIds) {
      const key = `${roomId} ${memberId}`
      const isMentioned = actorId !== null && actorId !== memberId
      places.set(key, {
        roomId,
        memberId,
        isMentioned: isMentioned || places.get(key)?.isMentioned === true,
      })
    }
  }
  return [...places.values()]
}

/** A message that mentions a member, and reading it, wait for the end of the transaction: no line is written with an older count. */
async function lockPlaces(tx: Queryable, places: readonly Place[]): Promise<void> {
  await sql`
    select from room_members
    where (room_id, member_id) in (select room_id, member_id from ${unnestPlaces(places)})
    order by room_id, member_id for no key update`.execute(tx)
}

async function writeLines(tx: Queryable, places: readonly Place[]): Promise<ChangedLine[]> {
  const { rows } = await sql<ChangedLine>`
    with unread as (
      ${selectUnread(places)}
      where mentions.number > 0 and ${wantsNotification(sql`place.member_id`, sql`'room-mention'`)}
      order by place.member_id, place.room_id),
    started as (
      select member_id, sender_ids, notification_id, is_new
      from unread cross join lateral notify_of_count(member_id, 'room-mention', room_id, number)),
    named as (select name_notified_members(member_id, notification_id, sender_ids) from started)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from started where (select count(*) from named) >= 0
  `.execute(tx)
  return rows
}

/** A line without any mention left is read. Returns the members whose lines have changed. */
async function recountLines(tx: Queryable, places: readonly Place[]): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    with unread as (${selectUnread(places)}),
    lines as (
      select line.member_id, line.id, unread.number, unread.sender_ids
      from unread join notifications as line on line.member_id = unread.member_id and line.target_id = unread.room_id
        and line.kind = 'room-mention' and line.read_at is null
      order by line.member_id, line.target_id for update of line)
    update notifications as line set
      read_at = case when lines.number is null then clock_timestamp() end,
      count = coalesce(lines.number, line.count),
      actors = case when lines.number is null then line.actors else merge_newest_authors('{}', lines.sender_ids) end
    from lines
    where line.member_id = lines.member_id and line.id = lines.id
    returning line.member_id as "memberId"
  `.execute(tx)
  return [...new Set(rows.map(({ memberId }) => memberId))]
}

/** How many unread messages mention each member and who wrote them, the newest last; nulls if none does, or in a room that they have left. */
function selectUnread(places: readonly Place[]): RawBuilder<unknown> {
  return sql`
    select place.member_id, place.room_id, nullif(mentions.number, 0) as number, mentions.sender_ids
    from ${unnestPlaces(places)}
    left join room_members as seat on seat.room_id = place.room_id and seat.member_id = place.member_id
      and seat.left_at is null
    left join lateral count_unread_mentions(seat.room_id, seat.member_id, greatest(seat.read_id, seat.from_id)) as mentions
      on seat.room_id is not null`
}

function unnestPlaces(places: readonly Place[]): RawBuilder<unknown> {
  const roomIds = places.map(({ roomId }) => roomId)
  const memberIds = places.map(({ memberId }) => memberId)
  return sql`unnest(${roomIds}::uuid[], ${memberIds}::uuid[]) as place (room_id, member_id)`
}
