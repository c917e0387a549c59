import { sql } from 'kysely'
import type { RepeatErasure } from '../../../privacy/erasures/repeat-erasure.ts'

/**
 * Clears a conversation for one of its members again, up to the same message, which may be missing after a restore. Later messages
 * stay, and those of the other member that were not read are counted again.
 */
export const repeatClearing: RepeatErasure = async (tx, subject) => {
  const [memberId, conversationId, upTo] = subject.split('/')
  await sql`select from conversations where id = ${conversationId} for update`.execute(tx)
  await sql`
    update conversation_sides as side set cleared_id = ${upTo},
      last_message_id = case when last_message_id > ${upTo} then last_message_id end,
      unread = (
        select count(*) from messages
        where shard = shard_of(side.conversation_id) and conversation_id = side.conversation_id
          and sender_id = peer_id and read_at is null and id > greatest(${upTo}, read_id))
    where member_id = ${memberId} and conversation_id = ${conversationId}
      and (cleared_id is null or cleared_id < ${upTo})
  `.execute(tx)
}
