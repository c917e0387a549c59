import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { rawArray } from '../../../platform/db/json-text.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import { joinSender } from '../../rooms/room-json.ts'
import { mayReadMessage } from '../may-read-message.ts'
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
    where ${mayReadMessage(memberId)}`)
})
