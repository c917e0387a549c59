import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { TopPostsFloor } from '../tables.ts'

/** How many of the most liked posts have their search terms in a table of their own. With twice as many, the floor is raised. */
const TOP_POSTS = 50_000
const BATCH_SIZE = 500

/**
 * Keeps the table of the most liked posts at about `size` rows: sets the floor once there are enough posts, adds the posts that are
 * missing, raises the floor and deletes what is below it. Posts that rise above the floor are added by a trigger of the ranks.
 * True if there is more to do immediately.
 */
export async function maintainTopPosts(tx: Queryable, size = TOP_POSTS): Promise<boolean> {
  const floor = await tx.selectFrom('top_posts_floor').selectAll().executeTakeFirst()
  if (!floor) return setFloor(tx, size)
  if ((await insertMissing(tx, floor)) > 0) return true
  if (!floor.is_complete) await tx.updateTable('top_posts_floor').set('is_complete', true).execute()
  const isRaised = await setFloor(tx, size)
  return isRaised || (await deleteBelow(tx, floor)) === BATCH_SIZE
}

type Rank = Pick<Selectable<TopPostsFloor>, 'like_count' | 'post_id'>

/** Sets the floor to the rank with this number, if twice as many posts are above it now. */
async function setFloor(tx: Queryable, size: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with ranks as (
      select like_count, post_id from post_ranks order by like_count desc, post_id desc limit ${size * 2}),
    last as (select * from ranks offset ${size * 2 - 1})
    insert into top_posts_floor (like_count, post_id)
    select like_count, post_id from ranks
    where exists (
      select from last left join top_posts_floor as floor on true
      where floor is null or (last.like_count, last.post_id) >= (floor.like_count, floor.post_id))
    offset ${size - 1} limit 1
    on conflict (is_only) do update set like_count = excluded.like_count, post_id = excluded.post_id
  `.execute(tx)
  return numAffectedRows > 0n
}

/** The entries are locked: an edit that is under way is waited for, and later ones wait and copy their terms. */
async function insertMissing(tx: Queryable, floor: Rank): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with missing as materialized (
      select post_id from post_ranks
      where (like_count, post_id) >= (${floor.like_count}::integer, ${floor.post_id}::uuid)
        and not exists (select from top_post_terms where top_post_terms.post_id = post_ranks.post_id)
        -- One that has no search entry yet is added later.
        and exists (select from post_search where post_search.post_id = post_ranks.post_id)
      limit ${BATCH_SIZE})
    insert into top_post_terms (post_id, terms)
    select post_search.post_id, terms from missing join post_search on post_search.post_id = missing.post_id
    order by post_search.post_id
    for share of post_search
    on conflict (post_id) do nothing
  `.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Ranks that are changing are left for the next run: the trigger adds no post that is still in the table. So are entries that are being
 * deleted with their post, whose transaction may hold the entry and wait for the rank.
 */
async function deleteBelow(tx: Queryable, floor: Rank): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from top_post_terms where post_id = any(array(
      select top_post_terms.post_id
      from top_post_terms join post_ranks on post_ranks.post_id = top_post_terms.post_id
      where (like_count, post_ranks.post_id) < (${floor.like_count}::integer, ${floor.post_id}::uuid)
      limit ${BATCH_SIZE}
      for update of top_post_terms skip locked
      for share of post_ranks skip locked))
  `.execute(tx)
  return Number(numAffectedRows)
}
