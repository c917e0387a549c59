import { sql } from 'kysely'
import type { Queryable } from '../platform/db/database.ts'
import { readSampleConversations } from './sample-data.ts'

const MINUTE_MS = 60_000

/** The conversations between some of the sample members. */
export async function insertConversations(
  tx: Queryable,
  getMemberId: (username: string) => string,
  now: Date,
): Promise<void> {
  for (const { participants, messages } of readSampleConversations()) {
    const [one, other] = [getMemberId(participants[0]), getMemberId(participants[1])]
    const rows = messages.map(({ from, minutesAgo, text, isRead }) => ({
      sender: getMemberId(from),
      at: new Date(now.getTime() - minutesAgo * MINUTE_MS).toISOString(),
      content: text,
      is_read: isRead,
    }))
    await sql`
      with conversation as (
        insert into conversations (id, low_id, high_id, last_stamp)
        select id_in_shard(shard_between(${one}, ${other}), min(at)), least(${one}::uuid, ${other}), greatest(${one}::uuid, ${other}), max(at)
        from json_to_recordset(${JSON.stringify(rows)}) as row(at timestamptz)
        returning id),
      inserted as (
        insert into messages (id, shard, conversation_id, sender_id, content, delivered_at, read_at, changed_at)
        select id_in_shard(shard_of(conversation.id), at), shard_of(conversation.id), conversation.id, sender, content,
          case when is_read then at end, case when is_read then at end, at
        from conversation, json_to_recordset(${JSON.stringify(rows)}) as row(sender uuid, at timestamptz, content text, is_read boolean)
        returning id, conversation_id, sender_id, read_at)
      insert into conversation_sides (member_id, peer_id, conversation_id, last_message_id, unread, read_id)
      select member, peer, conversation_id, max(id::text)::uuid,
        count(*) filter (where sender_id = peer and read_at is null),
        max(id::text) filter (where sender_id = peer and read_at is not null)::uuid
      from inserted, (values (${one}::uuid, ${other}::uuid), (${other}, ${one})) as side(member, peer)
      group by member, peer, conversation_id
    `.execute(tx)
  }
}
