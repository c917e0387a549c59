import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import { recountPost } from '../../features/posts/mutations.ts'
import { defineRangeCheck, type ConsistencyCheck } from './consistency-check.ts'

const RANGE_SIZE = 2_000

interface Counted {
  id: string
  stored: number | null
  counted: number
}

export const postChecks: readonly ConsistencyCheck[] = [
  defineCounterCheck(
    'likes',
    'like_count',
    sql`select count(*) from post_likes where post_id = posts.id`,
  ),
  defineCounterCheck(
    'comments',
    'comment_count',
    sql`select count(*) from comments where post_id = posts.id and deleted_at is null`,
  ),
  defineRangeCheck<{ id: string; isHidden: boolean }>({
    name: 'ranks',
    summary: 'the order by likes has every visible post, with its likes and type',
    table: 'posts',
    column: 'id',
    size: RANGE_SIZE,
    // A change that waits for the task which writes the ranks is no fault.
    select: (range) => sql`
      select posts.id, hidden_at is not null as "isHidden"
      from posts left join post_stats on post_stats.post_id = posts.id
        left join post_ranks on post_ranks.post_id = posts.id
      where ${range} and case when hidden_at is null
          then (post_ranks.type, post_ranks.like_count)
            is distinct from (posts.type, coalesce(post_stats.like_count, 0))
          else post_ranks.post_id is not null end
        and not exists (select from post_rank_changes where post_rank_changes.post_id = posts.id)`,
    describe: ({ id, isHidden }) => ({
      subject: id,
      problem: isHidden ? 'a hidden post has a rank' : 'the rank is missing or differs',
      repair: ({ db }) => (isHidden ? deleteRank(db, id) : queueRank(db, id)),
    }),
  }),
]

function defineCounterCheck(
  name: string,
  column: 'like_count' | 'comment_count',
  count: RawBuilder<unknown>,
): ConsistencyCheck {
  return defineRangeCheck<Counted>({
    name,
    summary: `the number of ${name} of a post is that of its rows`,
    table: 'posts',
    column: 'id',
    size: RANGE_SIZE,
    select: (range) => sql`
      select * from (
        select posts.id, ${sql.ref(column)} as stored, (${count}) as counted
        from posts left join post_stats on post_stats.post_id = posts.id where ${range}) as posts
      where stored is distinct from counted`,
    describe: ({ id, stored, counted }) => ({
      subject: id,
      problem: `${stored ?? 'no number'} instead of ${counted}`,
      repair: async ({ db }) => {
        await sql`insert into post_stats (post_id) select id from posts where id = ${id} for key share
          on conflict do nothing`.execute(db)
        return recountPost(db, id)
      },
    }),
  })
}

/** The task that writes ranks is the only writer, so the repair leaves it to the task. */
async function queueRank(db: Deps['db'], id: string): Promise<boolean> {
  await sql`insert into post_rank_changes (post_id) values (${id})`.execute(db)
  return true
}

async function deleteRank(db: Deps['db'], id: string): Promise<boolean> {
  await sql`
    delete from post_ranks using posts
    where post_ranks.post_id = ${id} and posts.id = post_ranks.post_id and hidden_at is not null
  `.execute(db)
  return true
}
