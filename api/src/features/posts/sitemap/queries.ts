import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import { isVisibleMember } from '../../accounts/people.ts'
import { getLowestNewcomerId } from '../public-page/select-public-post.ts'
import { getPostTime } from '../post-ids.ts'
import { getMonthIds, listMonths, type SitemapMonth } from './sitemap-months.ts'

/** A file of a sitemap may have this many addresses; of a month with more posts, the newest are in it. */
const ADDRESSES_MAX = 50_000
/** Rows of one query: few enough that making addresses of them does not hold up other requests. */
const BATCH_SIZE = 2_000

export interface SitemapPost {
  _id: string
  title: string
  isIndexed: boolean
}

/** The condition for rows of `posts`, `members` and, if the post has one, `projects`. */
function isIndexedPost(newcomerId: unknown): RawBuilder<boolean> {
  return sql`(posts.hidden_at is null and members.id < ${newcomerId}::uuid and ${isVisibleMember}
    and coalesce(projects.is_listed, true))`
}

/**
 * The months whose file has an address, oldest first. For each month since the oldest post it looks at posts until one is indexed:
 * almost always the first, and never more than the file looks at.
 */
export async function selectMonths(reader: Reader): Promise<SitemapMonth[]> {
  const [{ oldest, newest } = NO_POSTS] = await boundsStatement.run(reader, {})
  if (oldest === null || newest === null) return []
  const months = listMonths(getPostTime(oldest), getPostTime(newest))
  const ids = months.map(getMonthIds)
  const rows = await monthsStatement.run(reader, {
    months,
    firsts: ids.map(({ first }) => first),
    ends: ids.map(({ end }) => end),
    newcomerId: getLowestNewcomerId(Date.now()),
  })
  return rows.map(({ month }) => month)
}

interface PostBounds {
  oldest: string | null
  newest: string | null
}

const NO_POSTS: PostBounds = { oldest: null, newest: null }

const boundsStatement = prepareStatement<object, PostBounds>(() =>
  toCompilable(sql`
    select (select id from posts order by id limit 1) as oldest,
      (select id from posts order by id desc limit 1) as newest`),
)

interface Months {
  months: SitemapMonth[]
  firsts: string[]
  ends: string[]
  newcomerId: string
}

const monthsStatement = prepareStatement<Months, { month: SitemapMonth }>((placeholder) =>
  toCompilable(sql`
    select month from unnest(${placeholder('months')}::text[], ${placeholder('firsts')}::uuid[],
      ${placeholder('ends')}::uuid[]) as months (month, first, "end")
    where exists (
      select from (
        select id, author_id, hidden_at from posts
        where id >= months.first and id < months."end"
        order by id desc limit ${sql.lit(ADDRESSES_MAX)}) as posts
      join members on members.id = posts.author_id
      left join projects on projects.post_id = posts.id
      where ${isIndexedPost(placeholder('newcomerId'))})
    order by month`),
)

/** The posts of a month in batches, newest first. Those that are not indexed are part of the batch, so that its cost is bounded. */
export async function* selectMonthPosts(
  reader: Reader,
  month: SitemapMonth,
): AsyncGenerator<SitemapPost[]> {
  const { first, end } = getMonthIds(month)
  const newcomerId = getLowestNewcomerId(Date.now())
  let before = end
  for (let read = 0; read < ADDRESSES_MAX; read += BATCH_SIZE) {
    const posts = await monthPostsStatement.run(reader, { first, before, newcomerId })
    yield posts
    const last = posts.at(-1)
    if (!last || posts.length < BATCH_SIZE) return
    before = last._id
  }
}

interface MonthPosition {
  first: string
  before: string
  newcomerId: string
}

export const monthPostsStatement = prepareStatement<MonthPosition, SitemapPost>((placeholder) =>
  toCompilable(sql`
    select posts.id as _id, posts.title, ${isIndexedPost(placeholder('newcomerId'))} as "isIndexed"
    from (
      select id, title, author_id, hidden_at from posts
      where id >= ${placeholder('first')}::uuid and id < ${placeholder('before')}::uuid
      order by id desc limit ${sql.lit(BATCH_SIZE)}) as posts
    join members on members.id = posts.author_id
    left join projects on projects.post_id = posts.id
    order by posts.id desc`),
)
