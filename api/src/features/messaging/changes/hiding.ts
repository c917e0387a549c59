import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'

/** Locks the conversation or room of a message, which comes before members in the order of locks. */
export async function lockPlaceOfMessage(tx: Queryable, id: string): Promise<void> {
  const place = sql`(select conversation_id from messages where shard = shard_of(${id}) and id = ${id})`
  await sql`select from conversations where id = ${place} for no key update`.execute(tx)
  await sql`select from rooms where id = ${place} for no key update`.execute(tx)
}

/** Withholds the text of a message from everybody, or shows it again. Browsers find the change with the next sync. */
export async function setMessageHidden(
  tx: Queryable,
  id: string,
  isHidden: boolean,
): Promise<void> {
  await lockPlaceOfMessage(tx, id)
  await sql`select set_message_hidden(${id}, ${isHidden})`.execute(tx)
}
