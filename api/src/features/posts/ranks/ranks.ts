import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'

/** How many changes one run processes, so that it stays far below the statement timeout. */
const CHANGES_BATCH_SIZE = 5_000

/**
 * Processes a batch of rank changes and updates the ranks of their posts. True if there may be more.
 * No change is lost, because it is committed together with the like that caused it. Two runs must not overlap: the one with
 * the older snapshot could write last.
 */
export async function refreshRanks(tx: Queryable): Promise<boolean> {
  const { rows } = await sql<{ batchSize: number }>`
    with batch as (
      delete from post_rank_changes
      where ctid = any(array(select ctid from post_rank_changes limit ${CHANGES_BATCH_SIZE}))
      returning post_id),
    -- The lock waits for a concurrent deletion or hiding, after which the post is not selected.
    present as (
      select id, type from posts where id in (select post_id from batch) and hidden_at is null order by id for key share),
    ranked as (
      insert into post_ranks (post_id, type, like_count)
      select id, type, coalesce(like_count, 0) from present left join post_stats on post_id = id
      on conflict (post_id) do update set type = excluded.type, like_count = excluded.like_count
      where (post_ranks.type, post_ranks.like_count) <> (excluded.type, excluded.like_count))
    select count(*) as "batchSize" from batch
  `.execute(tx)
  return rows[0]?.batchSize === CHANGES_BATCH_SIZE
}
