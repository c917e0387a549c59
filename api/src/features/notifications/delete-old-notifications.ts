import { sql } from 'kysely'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import type { Queryable } from '../../platform/db/database.ts'

const READ_DAYS = 30
const UNREAD_DAYS = 90
/** How many rows one statement looks at. */
const BATCH_SIZE = 5_000

interface RowKey {
  memberId: string
  id: string
}

/**
 * Deletes lines that were read a month ago, and all that are three months old. It goes through each partition once, in the
 * order of the primary key: an index on the time would cost more with every notification.
 */
export async function deleteOldNotifications(db: Queryable, batchSize = BATCH_SIZE): Promise<void> {
  const { rows: partitions } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'notifications'::regclass
  `.execute(db)
  for (const { name } of partitions) {
    let last: RowKey | undefined = { memberId: MIN_ID, id: MIN_ID }
    while (last) last = await deleteOldBatch(db, name, last, batchSize)
  }
}

/** Returns where the next batch starts; undefined at the end. */
async function deleteOldBatch(
  db: Queryable,
  partition: string,
  after: RowKey,
  batchSize: number,
): Promise<RowKey | undefined> {
  const { rows } = await sql<RowKey>`
    with batch as (
      select member_id, id, read_at, at from ${sql.table(partition)}
      where (member_id, id) > (${after.memberId}::uuid, ${after.id}::uuid)
      order by member_id, id limit ${batchSize}),
    deleted as (
      delete from ${sql.table(partition)} as line using batch
      where line.member_id = batch.member_id and line.id = batch.id
        and (batch.read_at < now() - make_interval(days => ${sql.lit(READ_DAYS)})
          or batch.at < now() - make_interval(days => ${sql.lit(UNREAD_DAYS)}))
      returning line.member_id, line.id),
    counted as (
      delete from notification_comments as counted using deleted
      where counted.member_id = deleted.member_id and counted.notification_id = deleted.id)
    select member_id as "memberId", id from batch
    order by member_id desc, id desc limit 1
  `.execute(db)
  return rows[0]
}
