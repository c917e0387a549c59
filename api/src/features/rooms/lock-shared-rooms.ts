import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * Locks the rooms that both members are in, in the order of ids. A message to a room of two that is under way commits before the block,
 * or finds it. The row of the first member is locked before rooms everywhere.
 */
export async function lockSharedRooms(
  tx: Queryable,
  memberId: string,
  otherId: string,
): Promise<void> {
  await sql`select from members where id = ${memberId} for no key update`.execute(tx)
  await sql`
    select from rooms where id in (
      select own.room_id from room_members as own join room_members as other using (room_id)
      where own.member_id = ${memberId} and own.left_at is null
        and other.member_id = ${otherId} and other.left_at is null)
    order by id for no key update`.execute(tx)
}
