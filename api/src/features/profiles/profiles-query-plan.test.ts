import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  explainQuery,
  PLAN_MODES,
  countRowsRead,
  type PlanNode,
  vacuumTables,
} from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { profileStatement, skillSuggestionsStatement } from './queries.ts'

const MEMBERS = 20_000
const POSTS_EACH = 3
const UNKNOWN_MEMBER_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

describe('query plans of profiles and people', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    database = await cloneDatabase()
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 60_000)

  test.each(PLAN_MODES)('a profile is one lookup in each of its indexes: %s', async (mode) => {
    const nodes = await explainQuery(
      database.db,
      profileStatement.sql,
      profileStatement.bindValues({ callerId: UNKNOWN_MEMBER_ID, name: 'member_777' }),
      mode,
    )
    const indexes = nodes.flatMap((node) => node['Index Name'] ?? [])
    expect(indexes.toSorted()).toEqual([
      'availabilities_pkey',
      'members_pkey',
      'members_username',
      'open_role_terms_pkey',
      'people_search_pkey',
      'people_terms_pkey',
      'posts_by_author',
      'posts_hidden',
      'posts_pkey',
      'posts_pkey',
      'profiles_pkey',
      'projects_pkey',
      'roles_pkey',
      'team_members_by_member',
    ])
    expect(countRowsRead(nodes, 'posts')).toBe(POSTS_EACH + 1)
    expect(countRowsRead(nodes, 'team_members')).toBe(1)
    expect(countRowsRead(nodes, 'availabilities')).toBe(1)
    expect(countRowsRead(nodes, 'members')).toBe(1)
    expect(nodes.map((node) => node['Node Type'])).toContain('Index Only Scan')
    expectIndexScans(nodes)
  })

  test.each(PLAN_MODES)('skill suggestions are read from their partial index: %s', async (mode) => {
    const { sql: text, bindValues } = skillSuggestionsStatement
    const nodes = await explainQuery(
      database.db,
      text,
      bindValues({ start: 'Skill 77', end: '\u{10FFFF}' }),
      mode,
    )
    expect(nodes.map((node) => node['Index Name'])).toContain('skills_suggested')
    for (const node of nodes) expect(node['Node Type']).not.toMatch(/Seq Scan/)
    expect(countRowsRead(nodes, 'skills')).toBeLessThan(200)
  })

  function expectIndexScans(nodes: PlanNode[]) {
    // The newest teams are sorted, of which a member has few.
    for (const node of nodes) expect(node['Node Type']).not.toMatch(/Seq Scan|Hash|Merge|Bitmap/)
  }

  async function insertFixtures() {
    const { db } = database
    await sql`
      insert into members (username)
      select 'member_' || n from generate_series(1, ${sql.lit(MEMBERS)}) as n
    `.execute(db)
    await sql`
      insert into accounts (member_id, email, password_hash)
      select id, lower(username) || '@example.test', 'x' from members
    `.execute(db)
    await sql`insert into profiles (member_id, bio) select id, repeat('bio ', 50) from members`.execute(
      db,
    )
    await sql`
      insert into skills (folded, name, members)
      select 'skill ' || n, 'Skill ' || n, 1 + n % 20 from generate_series(1, 20000) as n
    `.execute(db)
    await sql`
      insert into posts (author_id, type, title, body)
      select id, 'showcase', 'Title', repeat('body ', 100)
      from members, generate_series(1, ${sql.lit(POSTS_EACH)}) where username like 'member%'
    `.execute(db)
    await sql`
      insert into availabilities (member_id, hours, zone, rewards, until)
      select id, 6, 'Europe/Lisbon', '{unpaid}', '2099-01-01' from members`.execute(db)
    await sql`
      insert into team_members (post_id, member_id, role_title)
      select max(id::text)::uuid, author_id, 'Designer' from posts
      where author_id in (select id from members order by id limit 1000) group by author_id`.execute(
      db,
    )
    await sql`
      insert into people_search (member_id, terms)
      select id, array['skill:common', 'skill:' || username, 'word:' || username] from members`.execute(
      db,
    )
    await sql`
      insert into roles (post_id, title, skills, skill_keys, hours_from, hours_to, term, reward, seats)
      select id, 'Developer', array['k' || nth], array['k' || nth], 4, 8, 'months', 'unpaid', 1
      from (select id, row_number() over () as nth from posts limit 2000) as numbered`.execute(db)
    // Without rows the planner would read the whole table of blocks.
    await sql`
      with numbered as (select id, row_number() over (order by id) as nth from members)
      insert into blocks (member_id, other_id)
      select one.id, other.id from numbered as one join numbered as other on other.nth = one.nth + 1
    `.execute(db)
    await vacuumTables(db)
  }
})
