import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventSubscribers } from '../../../platform/events/subscribers.ts'
import { joinSender, roomMessageJson } from '../../rooms/room-json.ts'
import { buildMessageJson, selectParticipantJson } from '../message-json.ts'
import { publishMessageChanged, type PublishedChange } from './events.ts'

/** Locks the conversation or room of a message, which comes before members in the order of locks. */
export async function lockPlaceOfMessage(tx: Queryable, id: string): Promise<void> {
  const place = sql`(select conversation_id from messages where shard = shard_of(${id}) and id = ${id})`
  await sql`select from conversations where id = ${place} for no key update`.execute(tx)
  await sql`select from rooms where id = ${place} for no key update`.execute(tx)
}

/** Withholds the text of a message from everybody, or shows it again. */
export async function setMessageHidden(
  tx: Queryable,
  id: string,
  isHidden: boolean,
): Promise<void> {
  await lockPlaceOfMessage(tx, id)
  await sql`select set_message_hidden(${id}, ${isHidden})`.execute(tx)
}

export const hidingSubscribers: EventSubscribers = {
  /** Everybody who reads the message gets it as it is now. */
  'message.hidden': async (tx, events, { bus }) => {
    const changes: PublishedChange[] = []
    for (const { subjectId } of events) changes.push(...(await selectForReaders(tx, subjectId)))
    return async () => {
      for (const change of changes) publishMessageChanged(bus, change)
    }
  },
}

/** The message with the ids of all who read it; empty if it has gone. */
async function selectForReaders(tx: Queryable, id: string): Promise<PublishedChange[]> {
  const senderId = sql.ref<string>('message.sender_id')
  const recipientId = sql<string>`
    case when pair.low_id = message.sender_id then pair.high_id else pair.low_id end`
  const pairJson = buildMessageJson(
    senderId,
    selectParticipantJson(senderId),
    selectParticipantJson(recipientId),
  )
  const { rows } = await sql<PublishedChange>`
    select pair.id is null as "isInRoom",
      case when pair.id is null then ${roomMessageJson}::text else ${pairJson}::text end as json,
      array(
        select member_id from room_members
        where room_id = message.conversation_id and left_at is null and from_id < message.id
        union all
        select member_id from conversation_sides
        where (member_id, peer_id) in ((pair.low_id, pair.high_id), (pair.high_id, pair.low_id))
          and (cleared_id is null or cleared_id < message.id)) as "recipientIds"
    from messages as message left join conversations as pair on pair.id = message.conversation_id ${joinSender}
    where message.shard = shard_of(${id}) and message.id = ${id}`.execute(tx)
  return rows
}
