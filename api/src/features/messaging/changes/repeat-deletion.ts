import { MESSAGE_DELETED } from '@dolph/contract/messaging/revisions'
import { sql } from 'kysely'
import type { RepeatErasure } from '../../../privacy/erasures/repeat-erasure.ts'

/** Deletes a message that a restored backup brought back, without counting anew who has read it. */
export const repeatMessageDeletion: RepeatErasure = async (tx, id) => {
  await sql`delete from message_reactions where message_id = ${id}`.execute(tx)
  await sql`delete from message_versions where message_id = ${id}`.execute(tx)
  await sql`update message_pictures set removed_at = now() where message_id = ${id}`.execute(tx)
  await sql`
    update messages set content = ${MESSAGE_DELETED}, about = null, mentions = null, is_markdown = null, reply_to = null,
      deleted_at = date_trunc('milliseconds', clock_timestamp()), revised_at = changed_at
    where shard = shard_of(${id}) and id = ${id} and deleted_at is null`.execute(tx)
}
