import { REPLIES_SHOWN } from '@dolph/contract/comments/comments'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import {
  explainQuery,
  openForLoading,
  PLAN_MODES,
  countRowsRead,
  type PlanNode,
  vacuumTables,
} from '../../testing/query-plan.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { prepareReplies, prepareThreads } from './queries.ts'

const THREADS = 20_000
const REPLIES = 20_000
const PAGE = 21
const LARGEST_PAGE = 101

describe('query plans of comments', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let post: string
  beforeAll(async () => {
    database = await cloneDatabase()
    post = await createPostFixture(database.db, await createMemberFixture(database.db, 'ada'))
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 60_000)

  // Among the first threads one has 20,000 replies and the others have 30; every later thread has one reply.
  test.each([
    ['on the first page', MIN_ID, PAGE, PAGE * (REPLIES_SHOWN + 1)],
    ['on a page in the middle', getThreadIdAt(THREADS / 2), PAGE, PAGE],
    ['on the last page', getThreadIdAt(THREADS - 5), PAGE, 5],
    ['however large the page', getThreadIdAt(THREADS / 2), LARGEST_PAGE, LARGEST_PAGE],
  ])('a page of threads reads only its rows: %s', async (_, after, count, replies) => {
    const threads = Math.min(count, THREADS - parsePosition(after))
    for (const mode of PLAN_MODES) {
      const { sql: statement, bindValues } = prepareThreads(count)
      const values = bindValues({ after, containerId: post, viewerId: MIN_ID })
      const nodes = await explainQuery(database.db, statement, values, mode)
      expect(countRowsRead(nodes, 'comments')).toBe(threads + replies)
      expectIndexScans(nodes)
    }
  })

  test.each([
    ['from its start', MIN_ID, PAGE],
    ['in the middle', getReplyIdAt(REPLIES / 2), PAGE],
    ['however large the page', getReplyIdAt(REPLIES / 2), LARGEST_PAGE],
  ])('a page of replies reads only its rows: %s', async (_, after, count) => {
    for (const mode of PLAN_MODES) {
      const { sql: statement, bindValues } = prepareReplies(count)
      const position = { after, containerId: getThreadIdAt(1), viewerId: MIN_ID }
      const nodes = await explainQuery(database.db, statement, bindValues(position), mode)
      expect(countRowsRead(nodes, 'comments')).toBe(1 + count)
      expectIndexScans(nodes)
    }
  })

  test('deleting a post uses the comments index', async () => {
    const cascade = 'delete from comments where post_id = $1'
    const nodes = await explainQuery(database.db, cascade, [MIN_ID], 'force_generic_plan')
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  })

  /** One sort is allowed: that of the page after it has been read. */
  function expectIndexScans(nodes: PlanNode[]) {
    for (const node of nodes) {
      expect(node['Node Type']).not.toMatch(/Seq Scan|Hash|Merge|Bitmap/)
      expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
    }
    expect(nodes.filter((node) => node['Node Type'].includes('Sort')).length).toBeLessThan(2)
  }

  async function insertFixtures() {
    await using db = await openForLoading(database.url)
    await sql`
      insert into members (username) select 'member_' || n from generate_series(1, 5000) as n
    `.execute(db)
    await sql`
      insert into posts (author_id, type, title, body)
      select id, 'showcase', 'Title', 'Body' from members
    `.execute(db)
    // Other posts with comments, which the plans must not read.
    await sql`
      insert into comments (post_id, author_id, content)
      select posts.id, author_id, 'Hello' from posts, generate_series(1, 4)
      where posts.id <> ${post}
    `.execute(db)
    await sql`
      insert into comments (id, post_id, author_id, content)
      select (lpad(to_hex(n), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
        ${post}::uuid, author.id, 'Thread @member'
      from generate_series(1, ${sql.lit(THREADS)}) as n
      join (select id, row_number() over () as position from members) as author on author.position = 1 + n % 5000
    `.execute(db)
    await sql`
      insert into comments (id, post_id, parent_id, root_id, depth, author_id, content)
      select (lpad(to_hex(n), 12, '0') || '7000' || '9000' || lpad(to_hex(n), 12, '0'))::uuid,
        ${post}::uuid, ${getThreadIdAt(1)}::uuid, ${getThreadIdAt(1)}::uuid, 1, author.id, 'Reply'
      from generate_series(1, ${sql.lit(REPLIES)}) as n
      join (select id, row_number() over () as position from members) as author on author.position = 1 + n % 5000
    `.execute(db)
    await sql`
      insert into comments (post_id, parent_id, root_id, depth, author_id, content)
      select post_id, id, id, 1, author_id, 'Reply'
      from comments, generate_series(1, case when id <= ${getThreadIdAt(PAGE)} then 30 else 1 end)
      where post_id = ${post} and root_id is null and id <> ${getThreadIdAt(1)}
    `.execute(db)
    await sql`insert into mentions select id, author_id from comments where content <> 'Reply'`.execute(
      db,
    )
    await vacuumTables(db)
  }
})

function getThreadIdAt(position: number, variant = '8000'): string {
  const hex = Math.floor(position).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-${variant}-${hex}`
}

function getReplyIdAt(position: number): string {
  return getThreadIdAt(position, '9000')
}

function parsePosition(id: string): number {
  return Number.parseInt(id.slice(-12), 16)
}
