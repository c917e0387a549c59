import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { insertEventsFrom } from '../../platform/events/insert-event.ts'
import type { RepeatErasure } from '../../privacy/erasures/repeat-erasure.ts'

const BATCH_SIZE = 500

/** Deletes the closed rooms that nobody can read any more, each with its messages. */
export async function deleteUnreadableRooms(db: Database): Promise<void> {
  for (let id = await findUnreadableRoom(db); id; id = await findUnreadableRoom(db)) {
    while ((await deleteMessages(db, id)) > 0);
    await deleteRoom(db, id)
  }
}

/** Who was mentioned and has not read it keeps no notification, as it would lead to nothing. */
async function deleteRoom(db: Database, id: string): Promise<void> {
  await sql`
    with gone as (delete from rooms where id = ${id} returning id),
    mentioned as (
      select id, array_agg(member_id) as member_ids from gone join room_members on room_id = id
      where left_at is null and mention_id > greatest(read_id, from_id) group by id)
    ${insertEventsFrom('room.mentions-changed', {
      from: sql`mentioned`,
      subjectId: sql`id`,
      actorId: sql`null::uuid`,
      data: { memberIds: sql`member_ids` },
    })}`.execute(db)
}

async function findUnreadableRoom(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from rooms as room
    where closed_at is not null and (readable_until < now()
      or readable_until is null and not exists (
        select from room_members where room_id = room.id and left_at is null))
    limit 1`.execute(db)
  return rows[0]?.id
}

/** Deletes a room that a restored backup brought back. */
export const repeatRoomDeletion: RepeatErasure = async (tx, id) => {
  while ((await deleteMessages(tx, id)) > 0);
  await tx.deleteFrom('rooms').where('id', '=', id).execute()
}

/** Deletes a part of the messages, and returns how many. */
async function deleteMessages(db: Queryable, roomId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from messages where shard = shard_of(${roomId}) and id in (
      select id from messages
      where shard = shard_of(${roomId}) and conversation_id = ${roomId} limit ${BATCH_SIZE})
  `.execute(db)
  return Number(numAffectedRows)
}
