import { sql } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { ModelRequest } from './year-model.ts'

/** The functions write the time of the server: it becomes that of the simulation. */
export async function setAnswerTimes(
  db: Database,
  { id }: ModelRequest,
  now: number,
): Promise<void> {
  const time = sql`${new Date(now)}::timestamptz`
  await sql`
    update join_requests set
      -- The first answer of the simulation is long before the time of the server.
      answered_at = least(answered_at, ${time}),
      ended_at = case when ended_at is not null then ${time} end,
      next_at = case when state = 'talking' then ${time} + interval '30 days' else next_at end
    where id = ${id}`.execute(db)
}

/** The same for the messages that the two have just written. */
export async function setMessageTime(
  db: Database,
  { ownerId, memberId }: ModelRequest,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from conversation_sides
    where member_id = ${memberId} and peer_id = ${ownerId}`.execute(db)
  const conversationId = rows[0]?.id
  await sql`
    update messages set id = id_in_shard(shard, ${new Date(now)})
    where shard = shard_of(${conversationId}) and conversation_id = ${conversationId}
      and created_at > ${new Date(now)}`.execute(db)
}
