import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { explainQuery, PLAN_MODES, vacuumTables } from '../../../testing/query-plan.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import { ownOpenRolesStatement, rolesStatement } from '../queries.ts'
import { LIST_START } from './build-role-page-query.ts'
import { FIT_WINDOW_SIZE, getFitWindowStatement, rankedRolesStatement } from './fit-window-query.ts'
import { startedTermsStatement } from './skill-start-terms.ts'
import { ENTRIES_READ_MAX, getRolePageStatement, type RolePageQuery } from './role-page-query.ts'

const ROLES = 6_000
const PAGE = 21
const LARGEST_PAGE = 101
const VIEWER = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

const baseQuery: RolePageQuery = {
  term: null,
  terms: null,
  topic: null,
  reward: null,
  hours: null,
  near: null,
  roleTerm: null,
  withoutSkills: null,
  ...LIST_START,
  viewerId: null,
  count: PAGE,
}

let database: Awaited<ReturnType<typeof cloneDatabase>>
let middle: Pick<RolePageQuery, 'beforeOn' | 'beforeId'>
beforeAll(async () => {
  database = await cloneDatabase()
  await insertFixtures()
  return () => database[Symbol.asyncDispose]()
}, 120_000)

describe('a page of roles walks one index', () => {
  const shapes: [string, Partial<RolePageQuery>, string][] = [
    ['of all', {}, 'roles_open'],
    ['of a common skill', { term: 'skill:common' }, 'open_role_terms_pkey'],
    ['of a rare skill', { term: 'skill:s7' }, 'open_role_terms_pkey'],
    ['of an unknown skill', { term: 'skill:none' }, 'open_role_terms_pkey'],
    ['of a topic', { term: 'topic:games' }, 'open_role_terms_pkey'],
    ['of a skill and a topic', { term: 'skill:common', topic: 'web' }, 'open_role_terms_pkey'],
    ['with every filter', { reward: 'unpaid', hours: 8, near: 1, roleTerm: 'open' }, 'roles_open'],
    ['that finds nothing', { reward: 'paid' }, 'roles_open'],
    [
      'that finds nothing, of a skill',
      { term: 'skill:common', reward: 'paid' },
      'open_role_terms_pkey',
    ],
    ['of typed skills', { terms: ['skill:s7', 'skill:s70', 'skill:none'] }, 'open_role_terms_pkey'],
    ['on the largest page', { count: LARGEST_PAGE }, 'roles_open'],
  ]
  const viewers = [
    ['for visitors', null],
    ['for a member', VIEWER],
  ] as const
  const cases = shapes.flatMap(([name, shape, index]) =>
    viewers.flatMap(([viewer, viewerId]) =>
      [false, true].map(
        (isDeep) =>
          [
            `${name}, ${viewer}${isDeep ? ', deep' : ''}`,
            { ...shape, viewerId },
            index,
            isDeep,
          ] as const,
      ),
    ),
  )

  test.each(cases)('%s', async (_, shape, index, isDeep) => {
    const query = { ...baseQuery, ...shape, ...(isDeep && middle) }
    const statement = getRolePageStatement(query)
    for (const mode of PLAN_MODES) {
      const values = statement.bindValues(query).map((value) => value ?? null)
      const nodes = await explainQuery(database.db, ...inlineNulls(statement.sql, values), mode)
      const walks = nodes.filter((node) => node['Index Name'] === index)
      expect(walks.length).toBeGreaterThan(0)
      for (const node of nodes) {
        // A materialized page and the bound after it are put in order; a few rows.
        expect(node['Node Type']).not.toMatch(/Seq Scan|Hash|Merge Join|Bitmap/)
        expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(ENTRIES_READ_MAX)
        expect(node['Rows Removed by Filter'] ?? 0).toBeLessThanOrEqual(ENTRIES_READ_MAX)
      }
    }
  })
})

describe('a window of the list by fit reads a bounded number of entries', () => {
  const shapes: [string, Partial<RolePageQuery>][] = [
    ['of the skills of a member', { terms: ['skill:common', 'skill:s7', 'skill:s70'] }],
    ['of those and a topic', { terms: ['skill:common', 'skill:s7'], topic: 'web' }],
    ['of a filtered skill', { term: 'skill:common' }],
    ['that finds nothing', { terms: ['skill:common', 'skill:other'], reward: 'paid' }],
  ]

  test.each(shapes)('%s', async (_, shape) => {
    const query = { ...baseQuery, ...shape, viewerId: VIEWER }
    const statement = getFitWindowStatement(query)
    const read = FIT_WINDOW_SIZE * (shape.terms?.length ?? 1)
    for (const mode of PLAN_MODES) {
      const values = statement.bindValues(query).map((value) => value ?? null)
      const nodes = await explainQuery(database.db, ...inlineNulls(statement.sql, values), mode)
      const walks = nodes.filter((node) => node['Index Name'] === 'open_role_terms_pkey')
      expect(walks.length).toBeGreaterThan(0)
      for (const node of nodes) {
        expect(node['Node Type']).not.toMatch(/Seq Scan|Hash Join|Merge Join|Bitmap/)
        expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(read)
      }
    }
  })

  test('and its page is read by the ids of the roles', async () => {
    const { rows } = await sql<{ id: string }>`select id from roles limit 20`.execute(database.db)
    const values = rankedRolesStatement.bindValues({
      ids: rows.map(({ id }) => id),
      viewerId: VIEWER,
    })
    for (const mode of PLAN_MODES) {
      const nodes = await explainQuery(database.db, rankedRolesStatement.sql, values, mode)
      for (const node of nodes) {
        expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(20)
      }
    }
  })
})

test('a member’s own open roles are read by the ids of the newest posts', async () => {
  const { rows } = await sql<{ id: string }>`select author_id as id from posts limit 1`.execute(
    database.db,
  )
  const values = ownOpenRolesStatement.bindValues({ memberId: rows[0]?.id ?? '' })
  for (const mode of PLAN_MODES) {
    const nodes = await explainQuery(database.db, ownOpenRolesStatement.sql, values, mode)
    for (const node of nodes) expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThan(10)
  }
})

test('the skills that begin with a text are found by jumps along one index', async () => {
  const values = startedTermsStatement.bindValues({ start: 'skill:s', end: 'skill:s\u{10FFFF}' })
  for (const mode of PLAN_MODES) {
    const nodes = await explainQuery(database.db, startedTermsStatement.sql, values, mode)
    const scans = nodes.filter((node) => node['Relation Name'] === 'open_role_terms')
    expect(scans.map((node) => node['Index Name'])).toEqual([
      'open_role_terms_by_start',
      'open_role_terms_by_start',
    ])
    for (const node of scans) expect(node['Actual Rows']).toBeLessThanOrEqual(1)
  }
})

test('the roles of a post are read by its id alone', async () => {
  const { rows } = await sql<{ id: string }>`select post_id as id from roles limit 1`.execute(
    database.db,
  )
  const values = rolesStatement.bindValues({
    postId: rows[0]?.id ?? '',
    viewerId: VIEWER,
    isOwner: false,
  })
  for (const mode of PLAN_MODES) {
    const nodes = await explainQuery(database.db, rolesStatement.sql, values, mode)
    for (const node of nodes) expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThan(10)
  }
})

/** `explainQuery` writes values as quoted texts, so a null becomes part of the statement. */
function inlineNulls(statement: string, values: unknown[]): [string, unknown[]] {
  const kept = values.filter((value) => value !== null)
  let next = 0
  const positions = values.map((value) => (value === null ? 'null' : `$${(next += 1)}`))
  return [
    statement.replace(/\$(\d+)/g, (_, position: string) => positions[Number(position) - 1] ?? ''),
    kept,
  ]
}

/** One role a post; every second has the common skill, and the oldest were confirmed 27 days ago. */
async function insertFixtures() {
  // Thousands of rows with triggers take longer than a request may.
  const { db } = database
  await sql`insert into members (username) select 'member-' || n from generate_series(1, ${ROLES}) as n`.execute(
    db,
  )
  await sql`
    insert into posts (author_id, type, title, body) select id, 'showcase', 'Tide', 'A clock' from members`.execute(
    db,
  )
  await sql`
    insert into projects (post_id, topics)
    select id, case when row_number() over () % 3 = 0 then array['games'] else array['web', 'maps'] end from posts`.execute(
    db,
  )
  // One statement writes all terms faster than the trigger, which writes them role by role.
  await sql`alter table roles disable trigger write_open_role_terms`.execute(db)
  await sql`
    insert into roles (post_id, title, skills, skill_keys, hours_from, hours_to, term, zone, zone_spread, reward, seats, confirmed_on)
    select id, 'Developer', keys, keys, 4, 8, 'open', case when n % 4 = 0 then 'Europe/Berlin' end,
      case when n % 4 = 0 then 3 end, 'unpaid', 1, current_date - (n % 28)::integer
    from (select id, n, array[case when n % 2 = 0 then 'common' else 'other' end, 's' || n % 500] as keys
      from (select id, row_number() over (order by id) as n from posts) as numbered) as drawn`.execute(
    db,
  )
  await sql`
    insert into open_role_terms (term, confirmed_on, role_id)
    select unnest(array(select 'skill:' || unnest(skill_keys)) || array(select 'topic:' || unnest(topics))), confirmed_on, id
    from roles join projects using (post_id)`.execute(db)
  await insertViewerFixtures(db)
  await vacuumTables(db)
  const { rows } = await sql<{ beforeOn: string; beforeId: string }>`
    select confirmed_on as "beforeOn", id as "beforeId" from roles
    where confirmed_on = current_date - 5 order by id limit 1`.execute(db)
  middle = rows[0] ?? LIST_START
}

/** What members have with each other, which the pages of members look up. */
async function insertViewerFixtures(db: Database) {
  const pairs = sql`(
    select id as member_id, lead(id, 7) over (order by id) as other_id from members) as pair where other_id is not null`
  await sql`insert into mutes (member_id, other_id) select member_id, other_id from ${pairs}`.execute(
    db,
  )
  await sql`
    insert into team_members (post_id, member_id, role_title)
    select posts.id, other_id, 'Developer' from posts join lateral (select * from ${pairs}) as pair on member_id = author_id`.execute(
    db,
  )
  await sql`
    insert into join_requests (role_id, role_title, post_title, member_id, note, hours, due_at, next_at, temp_id, temp_digest)
    select id, 'Developer', 'Tide', (select id from members limit 1), repeat('x', 20), 4, now(), now(), 'temp', '' from roles`.execute(
    db,
  )
}
