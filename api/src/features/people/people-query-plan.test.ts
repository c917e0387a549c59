import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  countRowsRead,
  explainQuery,
  PLAN_MODES,
  vacuumTables,
  type PlanMode,
} from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { saveSeekerTerms } from './people-index.ts'
import { CANDIDATES_MAX, getPeopleStatements, type PeopleStage } from './people-statements.ts'
import { peopleStatement } from './search-people.ts'

const MEMBERS = 20_000
const DELETED_MEMBERS = 5_000
/** Every fourth member is open to join. */
const OPEN_EVERY = 4
const PAGE = 21
const UNKNOWN_MEMBER_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'
const FIRST = { day: '9999-12-31', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
  await insertFixtures()
  return () => database[Symbol.asyncDispose]()
}, 120_000)

describe('the list of people', () => {
  test.each([
    ['open', [], 'availabilities_newest'],
    ['open', ['skill:common'], 'seeker_terms_pkey'],
    ['open', ['skill:common', 'word:common'], 'seeker_terms_pkey'],
    ['others', [], 'members_pkey'],
    ['others', ['skill:common'], 'people_terms_pkey'],
    ['others', ['skill:common', 'word:common'], 'people_terms_pkey'],
  ] as [PeopleStage, string[], string][])(
    'walks one index until the page is full: %s with %j',
    async (stage, terms, index) => {
      for (const mode of PLAN_MODES) {
        const nodes = await explainPage(stage, terms, mode)
        expect(nodes.map((node) => node['Index Name'])).toContain(index)
        for (const node of nodes) {
          // Sorted are the terms of the filter, by how many members have them.
          expect(node['Node Type']).not.toMatch(/Seq Scan|Hash|Merge|Bitmap/)
        }
        expect(countRowsRead(nodes, 'profiles')).toBeLessThanOrEqual(PAGE)
        const counted = terms.length > 1 ? terms.length * CANDIDATES_MAX : 0
        const candidates = stage === 'open' ? PAGE : PAGE * OPEN_EVERY
        expect(countRowsRead(nodes, index.replace('_pkey', ''))).toBeLessThanOrEqual(
          counted + candidates * 2,
        )
      }
    },
  )

  test.each(['open', 'others'] as const)(
    'looks at a bounded number of members who do not match: %s',
    async (stage) => {
      for (const mode of PLAN_MODES) {
        const nodes = await explainPage(stage, ['skill:even', 'word:odd'], mode)
        expect(nodes[0]?.['Actual Rows']).toBe(0)
        expect(countRowsRead(nodes, 'members')).toBeLessThanOrEqual(CANDIDATES_MAX)
        const last = getPeopleStatements(stage, true).lastCandidate
        const values = last.bindValues(buildRange(['skill:even', 'word:odd']))
        const end = await explainQuery(database.db, last.sql, values, mode)
        expect(end[0]?.['Actual Rows']).toBe(1)
      }
    },
  )
})

describe('the search by the start of a name', () => {
  test.each(PLAN_MODES)('reads one page of each of its indexes: %s', async (mode) => {
    for (const [start, rows] of [
      ['me', 20],
      ['lo', 20],
      ['an', 20],
      ['an lo', 20],
      ['zz', 0],
    ] as const) {
      const nodes = await explainSearch(start, mode)
      expect(nodes.flatMap((node) => node['Index Name'] ?? [])).toEqual(
        expect.arrayContaining([
          'members_username',
          'members_by_full_name',
          'members_by_last_name',
        ]),
      )
      for (const node of nodes) expect(node['Node Type']).not.toMatch(/Seq Scan|Hash|Merge|Bitmap/)
      expect(countRowsRead(nodes, 'members')).toBe(rows)
    }
  })

  test.each(PLAN_MODES)('skips thousands of deleted members in one scan: %s', async (mode) => {
    expect(countRowsRead(await explainSearch('flood', mode), 'members')).toBe(1)
  })
})

function buildRange(terms: string[]) {
  return { terms, topic: null, hours: 1, zones: null, callerId: UNKNOWN_MEMBER_ID, ...FIRST }
}

function explainPage(stage: PeopleStage, terms: string[], mode: PlanMode) {
  const { page } = getPeopleStatements(stage, terms.length > 0)
  const values = page.bindValues({ ...buildRange(terms), count: PAGE })
  return explainQuery(database.db, page.sql, values, mode)
}

function explainSearch(start: string, mode: PlanMode) {
  const values = { callerId: UNKNOWN_MEMBER_ID, start, end: `${start}\u{10FFFF}` }
  return explainQuery(database.db, peopleStatement.sql, peopleStatement.bindValues(values), mode)
}

async function insertFixtures() {
  const { db } = database
  await sql`
    insert into members (username, first_name, last_name)
    select 'flood_' || n, '', '' from generate_series(1, ${sql.lit(DELETED_MEMBERS)}) as n
    union all select 'floodgate', '', ''
    union all select 'member_' || n, 'An', 'Lo' || n from generate_series(1, ${sql.lit(MEMBERS)}) as n
  `.execute(db)
  await sql`update members set deleted_at = now() where username like 'flood\\_%'`.execute(db)
  await sql`insert into profiles (member_id, bio) select id, 'Common' from members`.execute(db)
  await sql`
    insert into people_search (member_id, terms)
    select id, array['skill:common', 'word:common', case when nth % 8 < 4 then 'skill:even' else 'word:odd' end]
    from (select id, row_number() over (order by id) as nth from members where deleted_at is null) as numbered`.execute(
    db,
  )
  await sql`
    insert into availabilities (member_id, hours, zone, rewards, until)
    select id, 6, 'Europe/Lisbon', '{unpaid}', '2099-01-01'
    from (select id, row_number() over (order by id) as nth from members where deleted_at is null) as numbered
    where nth % ${sql.lit(OPEN_EVERY)} = 0`.execute(db)
  const open = await db.selectFrom('availabilities').select('member_id').execute()
  await saveSeekerTerms(
    db,
    open.map(({ member_id }) => member_id),
  )
  // Without rows the planner would read the whole table of blocks.
  await sql`
    with numbered as (select id, row_number() over (order by id) as nth from members)
    insert into blocks (member_id, other_id)
    select one.id, other.id from numbered as one join numbered as other on other.nth = one.nth + 1
  `.execute(db)
  await vacuumTables(db)
}
