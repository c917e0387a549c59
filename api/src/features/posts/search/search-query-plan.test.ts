import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { explainQuery, PLAN_MODES, vacuumTables } from '../../../testing/query-plan.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import type { FeedQuery } from '../feed/feed-query.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { maintainTopPosts } from '../ranks/top-posts.ts'
import { findPosts } from './find-posts.ts'
import { registerWords } from './search-index.ts'
import { buildSearchEntry } from './terms.ts'

const POSTS = 24_000
const TOP_POSTS = 6_000
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 15, 12)
const STEP_MS = Math.floor((730 * DAY_MS) / POSTS)

const BASE_QUERY: FeedQuery = {
  q: null,
  scope: 'text',
  type: null,
  sort: 'recent',
  since: null,
  author: null,
  before: null,
  viewerId: null,
  count: 21,
}

describe('query plans of searches', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    database = await cloneDatabase()
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 60_000)

  const month = { since: getLowestPostIdAt(NOW - 30 * DAY_MS) }
  test.each<[string, Partial<FeedQuery>]>([
    ['a common word', { q: 'common' }],
    ['a middling word', { q: 'middling' }],
    ['a rare word', { q: 'rare77' }],
    ['a rare word of a type', { q: 'rare77', type: 'hackathon' }],
    ['two words', { q: 'common middling' }],
    ['two words that never stand side by side', { q: 'middling common' }],
    ['a name', { q: 'member_7', scope: 'text-and-author' }],
    ['a part of many names', { q: 'mber_', scope: 'text-and-author' }],
    [
      'a rare word, on a deep page',
      { q: 'rare77', before: { _id: getPostId(12_000), likes: null } },
    ],
    ['a common word, most liked', { q: 'common', sort: 'likes' }],
    ['a middling word, most liked', { q: 'middling', sort: 'likes' }],
    ['a rare word, most liked', { q: 'rare77', sort: 'likes' }],
    ['a rare word, most liked of a type', { q: 'rare77', sort: 'likes', type: 'hackathon' }],
    ['a rare word, most liked of a month', { q: 'rare77', sort: 'likes', ...month }],
    ['two words, most liked', { q: 'common middling', sort: 'likes' }],
  ])('a search never reads a whole table: %s', async (_, shape) => {
    const statements = await collectStatements({ ...BASE_QUERY, ...shape })
    expect(statements.length).toBeGreaterThan(1)
    for (const { text, values } of statements) {
      for (const mode of PLAN_MODES) {
        const nodes = await explainQuery(database.db, text, values, mode)
        for (const node of nodes) {
          if (node['Relation Name'] === 'top_posts_floor') continue
          expect([text, node['Node Type']]).toEqual([
            text,
            expect.not.stringMatching(/Seq|Hash|Merge/),
          ])
        }
      }
    }
  })

  /** The statements of a search, with their values. */
  async function collectStatements(query: FeedQuery) {
    const run = vi.spyOn(database.db.pool, 'query')
    await findPosts(database.db, query)
    const statements = run.mock.calls.map(
      ([config]) => config as unknown as { text: string; values: unknown[] },
    )
    run.mockRestore()
    return statements
  }

  function getPostId(nth: number): string {
    return (
      getLowestPostIdAt(NOW - (POSTS - nth) * STEP_MS).slice(0, -4) +
      nth.toString(16).padStart(4, '0')
    )
  }

  async function insertFixtures(): Promise<void> {
    const { db } = database
    const posts = Array.from({ length: POSTS }, (_, nth) => {
      const words = [`rare${nth % 200}`, ...(nth % 3 === 0 ? ['common'] : [])]
      if (nth % 90 === 0) words.push('middling')
      const post = { id: getPostId(nth), title: 'Title', body: words.join(' ') }
      return { ...post, username: `member_${nth % 1_000}` }
    })
    const entries = posts.map((post) => ({ id: post.id, ...buildSearchEntry(post) }))
    await sql`insert into members (username) select 'member_' || n from generate_series(0, 999) as n`.execute(
      db,
    )
    await sql`
      insert into posts (id, author_id, type, title, body)
      select post.id, members.id, case when nth % 9 = 0 then 'hackathon' else 'showcase' end, post.title, post.body
      from json_to_recordset(${JSON.stringify(posts)}) as post (id uuid, title text, body text, username text)
      join members on members.username = post.username
      cross join lateral (select right(post.username, 1)::integer as nth) as numbered`.execute(db)
    await sql`delete from events`.execute(db)
    await sql`
      insert into post_search (post_id, type, author, folded, terms)
      select entry.id, type, author, folded, terms
      from json_to_recordset(${JSON.stringify(entries)}) as entry (id uuid, author text, folded text, terms integer[])
      join posts on posts.id = entry.id`.execute(db)
    await registerWords(db, [...new Set(entries.flatMap(({ words }) => words))])
    await sql`
      insert into post_ranks (post_id, type, like_count)
      select id, type, (row_number() over (order by id)) * 7919 % 1000 from posts`.execute(db)
    while (await db.transaction().execute((tx) => maintainTopPosts(tx, TOP_POSTS)));
    await vacuumTables(db)
  }
})
