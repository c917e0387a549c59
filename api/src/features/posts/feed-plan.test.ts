import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/test-database.ts'
import { feedStatement, type FeedQuery } from './queries.ts'

const POSTS = 30_000
const PAGE = 21
const LARGEST_PAGE = 101

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

describe('the feed reads one page of index entries', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    database = await cloneDatabase()
    await fill()
    return () => database[Symbol.asyncDispose]()
  }, 60_000)

  const anyone = { before: null, type: null, viewerId: null, count: PAGE }
  test.each<[string, Partial<FeedQuery>]>([
    ['on the first page', {}],
    ['on a page in the middle', { before: idAt(POSTS / 2) }],
    ['on one of the last pages', { before: idAt(100) }],
    ['of a common type', { type: 'showcase' }],
    ['of a rare type, deep down', { type: 'hackathon', before: idAt(POSTS / 2) }],
    ['however large the page', { before: idAt(POSTS / 2), count: LARGEST_PAGE }],
    ['for a member', { viewerId: '01932d4d-1ae7-7116-81fb-ed1476c2b116', before: idAt(POSTS / 2) }],
  ])('%s', async (_, shape) => {
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const query = { ...anyone, ...shape }
      const nodes = await explain(query, mode)

      const scans = nodes.filter((node) => node['Relation Name'] === 'posts')
      const read = scans.reduce(
        (rows, node) => rows + node['Actual Rows'] * node['Actual Loops'],
        0,
      )
      expect(read).toBe(query.count)
      for (const node of nodes) {
        expect(node['Node Type']).not.toMatch(/Seq Scan|Sort|Hash|Merge/)
        expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
        expect(node['Actual Loops']).toBeLessThanOrEqual(query.count)
      }
    }
  })

  async function explain(query: FeedQuery, mode: string): Promise<PlanNode[]> {
    const { sql: text } = feedStatement(query)
    const values = [query.viewerId, query.before, query.type].filter((value) => value !== null)
    return database.db.connection().execute(async (connection) => {
      await sql.raw(`set plan_cache_mode = ${mode}`).execute(connection)
      await sql.raw(`prepare feed as ${text}`).execute(connection)
      const given = values.map((value) => `'${value}'`).join(', ')
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`${sql.raw(
        `explain (analyze, format json) execute feed${given && `(${given})`}`,
      )}`.execute(connection)
      await sql.raw('deallocate feed').execute(connection)
      return flatten(rows[0]?.['QUERY PLAN'][0].Plan)
    })
  }

  async function fill() {
    await sql`
      insert into members (username) select 'member_' || n from generate_series(1, 20000) as n;
    `.execute(database.db)
    await sql`
      insert into posts (id, author_id, type, title, body)
      select (lpad(to_hex(n), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
        author.id,
        case when n % 50 = 0 then 'hackathon' else 'showcase' end, 'Title', repeat('body ', 100)
      from generate_series(1, ${sql.lit(POSTS)}) as n
      join (select id, row_number() over () as nth from members) as author on author.nth = 1 + n % 20000
    `.execute(database.db)
    await sql`insert into post_stats (post_id) select id from posts`.execute(database.db)
    await sql`
      insert into post_likes (post_id, member_id)
      select p.id, m.id from (select id from posts order by id desc limit 2000) as p
      cross join (select id from members limit 10) as m
    `.execute(database.db)
    await sql`vacuum analyze`.execute(database.db)
  }
})

function idAt(nth: number): string {
  const hex = Math.floor(nth).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${hex}`
}

function flatten(node: PlanNode | undefined): PlanNode[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(flatten)] : []
}
