import { sql, type RawBuilder } from 'kysely'
import { fromPlace } from '../rooms/places.ts'

/** Whether a member can read `message`, a row of messages, now: in a conversation that they have not cleared since, or in a room. */
export function mayReadMessage(memberId: string): RawBuilder<boolean> {
  return sql`(
    exists (
      select from conversations as pair
      join conversation_sides as side on side.member_id = ${memberId}
        and side.peer_id = case when pair.low_id = ${memberId} then pair.high_id else pair.low_id end
      where pair.id = message.conversation_id and ${memberId} in (pair.low_id, pair.high_id)
        and (side.cleared_id is null or side.cleared_id < message.id))
    or exists (select ${fromPlace(memberId, sql.ref('message.conversation_id'))} and place.from_id < message.id))`
}
