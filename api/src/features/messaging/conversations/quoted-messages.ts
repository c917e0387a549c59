import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { rawArray } from '../../../platform/db/json-text.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import { fromPlace } from '../../rooms/places.ts'
import { joinSender } from '../../rooms/room-json.ts'
import { buildParticipantJson, messageContent } from '../message-json.ts'

/** The JSON of the contract's `QuotedMessage` of each of these messages that the member may read now. */
export async function readQuotedMessages(
  db: Database,
  memberId: string,
  messageIds: string[],
): Promise<string> {
  const rows = await quotedStatement.run(db, { memberId, messageIds })
  return rawArray(rows.map(({ json }) => json)).text
}

export const quotedStatement = prepareStatement<
  { memberId: string; messageIds: string[] },
  { json: string }
>((placeholder) => {
  const memberId = placeholder('memberId')
  return toCompilable(sql`
    select json_build_object(
      '_id', message.id, 'sender', ${buildParticipantJson(sql`message.sender_id`)}, 'content', ${messageContent})::text as json
    from unnest(${placeholder('messageIds')}::uuid[]) as wanted (id)
    cross join lateral (
      select * from messages where shard = shard_of(wanted.id) and id = wanted.id and line is null) as message
    ${joinSender}
    where exists (
      select from conversations as pair
      join conversation_sides as side on side.member_id = ${memberId}
        and side.peer_id = case when pair.low_id = ${memberId} then pair.high_id else pair.low_id end
      where pair.id = message.conversation_id and ${memberId} in (pair.low_id, pair.high_id)
        and (side.cleared_id is null or side.cleared_id < message.id))
    or exists (select ${fromPlace(memberId, sql.ref('message.conversation_id'))} and place.from_id < message.id)`)
})
