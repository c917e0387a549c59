import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'

/** How many changes one round takes; a round stays far below the time limit of a statement. */
const CHANGES_BATCH_SIZE = 5_000

/**
 * One round: takes some of the changes and brings the ranks of their posts up to date. True if there may be more.
 * A change is seen together with the like that caused it, or not yet at all, so none is lost. Two rounds must not
 * run at once: the one with the older view could write last.
 */
export async function refreshRanks(tx: Queryable): Promise<boolean> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from post_rank_changes
      where ctid = any(array(select ctid from post_rank_changes limit ${CHANGES_BATCH_SIZE}))
      returning post_id),
    -- A post that is being deleted is waited for, and is then not there.
    present as (
      select id, type from posts where id in (select post_id from taken) order by id for key share),
    ranked as (
      insert into post_ranks (post_id, type, like_count)
      select id, type, coalesce(like_count, 0) from present left join post_stats on post_id = id
      on conflict (post_id) do update set type = excluded.type, like_count = excluded.like_count
      where (post_ranks.type, post_ranks.like_count) <> (excluded.type, excluded.like_count))
    select count(*) as taken from taken
  `.execute(tx)
  return rows[0]?.taken === CHANGES_BATCH_SIZE
}
