import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { explainQuery, PLAN_MODES, vacuumTables, type PlanNode } from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { PAGE_ENTRIES_READ_MAX } from '../roles/browse/has-skill-page.ts'
import { memberStatement, skillNameStatement, visitorStatement } from './queries.ts'

const ROLES = 4_000
const VIEWER = '01932d4d-1ae7-7116-81fb-ed1476c2b116'
const NAME_ROWS_MAX = 100
const KEYS = ['common', 's7', 'none']

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
  await insertFixtures()
  return () => database[Symbol.asyncDispose]()
}, 120_000)

describe.each(KEYS)('the page of the skill %s reads a bounded part of one index', (key) => {
  const lookup = { term: `skill:${key}`, newcomerId: VIEWER, viewerId: VIEWER }

  test.each([
    ['a visitor', visitorStatement],
    ['a member', memberStatement],
  ])('for %s', async (_viewer, statement) => {
    for (const mode of PLAN_MODES) {
      const values = statement.bindValues(lookup)
      const nodes = await explainQuery(database.db, statement.sql, values, mode)
      expect(nodes.map((node) => node['Index Name'])).toContain('open_role_terms_pkey')
      expect(findLargestRead(nodes)).toBeLessThanOrEqual(PAGE_ENTRIES_READ_MAX)
    }
  })

  test('for its name', async () => {
    for (const mode of PLAN_MODES) {
      const values = skillNameStatement.bindValues({ key })
      const nodes = await explainQuery(database.db, skillNameStatement.sql, values, mode)
      expect(findLargestRead(nodes)).toBeLessThanOrEqual(NAME_ROWS_MAX)
    }
  })
})

/** The most rows that a node of the plan returned or left out. */
function findLargestRead(nodes: PlanNode[]): number {
  return Math.max(
    ...nodes.map((node) =>
      Math.max(node['Actual Rows'] * node['Actual Loops'], node['Rows Removed by Filter'] ?? 0),
    ),
  )
}

/** One role a post; every second has the common skill. */
async function insertFixtures() {
  const { db } = database
  await sql`insert into members (username) select 'member-' || n from generate_series(1, ${ROLES}) as n`.execute(
    db,
  )
  await sql`
    insert into posts (author_id, type, title, body) select id, 'showcase', 'Tide', 'A clock' from members`.execute(
    db,
  )
  await sql`insert into projects (post_id) select id from posts`.execute(db)
  // One statement writes all terms faster than the trigger, which writes them role by role.
  await sql`alter table roles disable trigger write_open_role_terms`.execute(db)
  await sql`
    insert into roles (post_id, title, skills, skill_keys, hours_from, hours_to, term, reward, seats, confirmed_on)
    select id, 'Developer', keys, keys, 4, 8, 'open', 'unpaid', 1, current_date - (n % 28)::integer
    from (select id, n, array[case when n % 2 = 0 then 'common' else 'other' end, 's' || n % 500] as keys
      from (select id, row_number() over (order by id) as n from posts) as numbered) as drawn`.execute(
    db,
  )
  await sql`
    insert into open_role_terms (term, confirmed_on, role_id)
    select 'skill:' || unnest(skill_keys), confirmed_on, id from roles`.execute(db)
  await sql`
    insert into people_terms (term, member_id)
    select unnest(array['skill:common', 'skill:s' || row_number() over () % 500]), id from members`.execute(
    db,
  )
  await sql`
    insert into skills (folded, name, members) select 's' || n, 'S' || n, 2 from generate_series(1, 2000) as n`.execute(
    db,
  )
  await vacuumTables(db)
}
