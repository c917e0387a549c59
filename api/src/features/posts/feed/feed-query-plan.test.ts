import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  explainQuery,
  openForLoading,
  PLAN_MODES,
  countRowsRead,
  type PlanNode,
  vacuumTables,
} from '../../../testing/query-plan.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import type { FeedQuery } from './feed-query.ts'
import { buildFeedParameters } from './feed-parameters.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { getFeedStatement, viewerStatesStatement } from '../queries.ts'

const POSTS = 30_000
const AUTHORS = 20_000
const PAGE = 21
const LARGEST_PAGE = 101
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The posts fill the two years before this time, one every 35 minutes. */
const NOW = Date.UTC(2026, 10, 15, 12)
const STEP_MS = Math.floor((730 * DAY_MS) / POSTS)

const baseQuery: FeedQuery = {
  q: null,
  scope: 'text',
  type: null,
  sort: 'recent',
  since: null,
  author: null,
  before: null,
  viewerId: null,
  count: PAGE,
}
const memberQuery = { viewerId: '01932d4d-1ae7-7116-81fb-ed1476c2b116' }

describe('query plans of posts', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let author: string
  beforeAll(async () => {
    database = await cloneDatabase()
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 60_000)

  const middle = { _id: getPostIdAt(POSTS / 2), likes: null }
  test.each<[string, Partial<FeedQuery>]>([
    ['on the first page', {}],
    ['on a page in the middle', { before: middle }],
    ['on one of the last pages', { before: { _id: getPostIdAt(105), likes: null } }],
    ['of a common type', { type: 'showcase' }],
    ['of a rare type, on a deep page', { type: 'hackathon', before: middle }],
    ['on the largest page', { before: middle, count: LARGEST_PAGE }],
    ['for a member', { ...memberQuery, before: middle }],
  ])('a page of the newest posts reads only its rows: %s', async (_, shape) => {
    for (const mode of PLAN_MODES) {
      const query = { ...baseQuery, ...shape }
      const nodes = await explainQuery(database.db, ...compileFeed(query), mode)

      expect(countRowsRead(nodes, 'posts')).toBe(query.count)
      for (const node of nodes) {
        expect(node['Node Type']).not.toMatch(/Seq Scan|Sort|Hash|Merge/)
        expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
        expect(node['Actual Loops']).toBeLessThanOrEqual(query.count)
      }
    }
  })

  const deep = { _id: getPostIdAt(POSTS / 2), likes: 3 }
  const today = { since: getLowestPostIdAt(NOW - 13 * HOUR_MS) }
  const month = { since: getLowestPostIdAt(Date.UTC(2026, 9, 31, 14)) }
  const year = { since: getLowestPostIdAt(Date.UTC(2025, 11, 31, 14)) }
  test.each<[string, Partial<FeedQuery>]>([
    ['of all time', {}],
    ['of all time, on a deep page', { before: deep }],
    ['of a rare type', { type: 'hackathon' }],
    [
      'of a common type, on a deep page, for a member',
      { ...memberQuery, type: 'showcase', before: deep },
    ],
    ['of today', today],
    ['of today and a type', { ...today, type: 'hackathon' }],
    ['of this month', month],
    ['of this month and a type, on a deep page', { ...month, type: 'showcase', before: deep }],
    [
      'of a month that starts some hours later in the time zone',
      { since: getLowestPostIdAt(Date.UTC(2026, 10, 1, 11)) },
    ],
    ['of this year', year],
    ['of this year, on a deep page', { ...year, before: deep }],
    ['of this year and a rare type', { ...year, type: 'hackathon' }],
    ['on the largest page', { ...year, before: deep, count: LARGEST_PAGE }],
  ])(
    'a page of the most liked posts reads at most a page per scanned bucket: %s',
    async (_, shape) => {
      for (const mode of PLAN_MODES) {
        const query: FeedQuery = { ...baseQuery, sort: 'likes', ...shape }
        const { days, months } = buildFeedParameters(query, NOW)
        const scanCount = Math.max(1, days.length + months.length)
        const nodes = await explainQuery(database.db, ...compileFeed(query), mode)

        expect(countRowsRead(nodes, 'posts')).toBeLessThanOrEqual(query.count)
        expect(countRowsRead(nodes, 'post_ranks')).toBeLessThanOrEqual(scanCount * query.count)
        const ranks = nodes.filter((node) => node['Relation Name'] === 'post_ranks')
        for (const node of ranks)
          expect(countBlocks(node)).toBeLessThan(scanCount * (query.count + 10))
        expectIndexScans(nodes, scanCount * query.count)
      }
    },
  )

  test.each<[string, Partial<FeedQuery>]>([
    ['the newest', {}],
    ['the newest of a type', { type: 'showcase' }],
    ['the newest of a type, on a deep page', { type: 'showcase', before: middle }],
    ['the most liked', { sort: 'likes' }],
    ['the most liked of a type and a year', { sort: 'likes', type: 'showcase', ...year }],
  ])('a page of one author reads at most the posts of the author: %s', async (_, shape) => {
    for (const mode of PLAN_MODES) {
      const query = { ...baseQuery, ...shape, author }
      const nodes = await explainQuery(database.db, ...compileFeed(query), mode)
      const postsOfAuthor = Math.ceil(POSTS / AUTHORS)

      expect(countRowsRead(nodes, 'posts')).toBeLessThanOrEqual(postsOfAuthor)
      expectIndexScans(nodes, postsOfAuthor)
    }
  })

  test('how many members see a page reads only their own likes and follows of its posts', async () => {
    const ids = Array.from({ length: PAGE }, (_, index) => getPostIdAt(POSTS - index))
    const viewerIds = (
      await database.db.selectFrom('members').select('id').orderBy('id').limit(30).execute()
    ).map(({ id }) => id)
    for (const mode of PLAN_MODES) {
      const { sql: text, bindValues } = viewerStatesStatement
      const nodes = await explainQuery(database.db, text, bindValues({ ids, viewerIds }), mode)
      const scans = nodes.filter((node) => node['Relation Name'] !== undefined)
      expect(scans.map((scan) => scan['Relation Name'])).toEqual(['post_likes', 'follows'])
      for (const scan of scans) {
        expect(scan['Node Type']).toMatch(/^Index/)
        expect(scan['Actual Loops']).toBe(PAGE * viewerIds.length)
        // Of each pair at most one row is read, whatever else the member likes or the post is liked by.
        expect(scan['Actual Rows']).toBeLessThanOrEqual(1)
        expect(scan['Rows Removed by Filter'] ?? 0).toBe(0)
      }
    }
  })

  function expectIndexScans(nodes: PlanNode[], sortedMax: number) {
    for (const node of nodes) {
      expect(node['Node Type']).not.toMatch(/Seq Scan|Hash|Merge/)
      expect(node['Rows Removed by Filter'] ?? 0).toBeLessThanOrEqual(sortedMax)
    }
    for (const sort of nodes.filter((node) => node['Node Type'] === 'Sort')) {
      for (const input of sort.Plans ?? []) {
        expect(input['Actual Rows'] * input['Actual Loops']).toBeLessThanOrEqual(sortedMax)
      }
    }
  }

  /**
   * Scatters the rows, always in the same way. Without an order they lie as the plan of each insert leaves them, which depends on when
   * autovacuum ran; in the order of time PostgreSQL reads rare types by the primary key and a filter.
   */
  async function insertFixtures() {
    await using db = await openForLoading(database.url)
    await sql`
      insert into members (username) select 'member_' || n from generate_series(1, ${sql.lit(AUTHORS)}) as n
    `.execute(db)
    await sql`
      insert into posts (id, author_id, type, title, body)
      select (lpad(to_hex(${sql.lit(NOW)}::bigint - (${sql.lit(POSTS)} - n)::bigint * ${sql.lit(STEP_MS)}), 12, '0')
          || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
        author.id,
        case when n % 50 = 0 then 'hackathon' else 'showcase' end, 'Title', repeat('body ', 100)
      from generate_series(1, ${sql.lit(POSTS)}) as n
      join (select id, row_number() over (order by id) as index from members) as author
        on author.index = 1 + n % ${sql.lit(AUTHORS)}
      order by md5(n::text)
    `.execute(db)
    await sql`
      insert into post_stats (post_id, like_count)
      select id, case when index % 300 = 0 then index % 1000 else index % 8 end
      from (select id, row_number() over (order by id) as index from posts) as posts
      order by id
    `.execute(db)
    await sql`
      insert into post_ranks (post_id, type, like_count)
      select id, type, like_count from posts join post_stats on post_id = id
      order by md5(id::text)
    `.execute(db)
    await sql`
      insert into post_likes (post_id, member_id)
      select p.id, m.id from (select id from posts order by id desc limit 2000) as p
      cross join (select id from members order by id limit 10) as m
      order by p.id, m.id
    `.execute(db)
    await sql`
      insert into projects (post_id, state, open_roles, open_skills)
      select id, 'building', 1, '{Rust,SQL}' from posts where type = 'showcase'
      order by id
    `.execute(db)
    await sql`
      insert into follows (member_id, post_id)
      select m.id, p.id from (select id from posts order by id desc limit 2000) as p
      cross join (select id from members order by id limit 10) as m
      order by p.id, m.id
    `.execute(db)
    await vacuumTables(db)
    author = (
      await db.selectFrom('posts').select('author_id').orderBy('id').executeTakeFirstOrThrow()
    ).author_id
  }
})

/** The id of the post at this index, oldest first. */
function getPostIdAt(index: number): string {
  const time = getLowestPostIdAt(NOW - (POSTS - Math.floor(index)) * STEP_MS).slice(0, 13)
  return `${time}-7000-8000-${Math.floor(index).toString(16).padStart(12, '0')}`
}

function compileFeed(query: FeedQuery): [statement: string, values: unknown[]] {
  const { sql: text, bindValues } = getFeedStatement(query)
  return [text, bindValues(buildFeedParameters(query, NOW))]
}

function countBlocks(node: PlanNode): number {
  return node['Shared Hit Blocks'] + node['Shared Read Blocks']
}
