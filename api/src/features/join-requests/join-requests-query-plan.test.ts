import { PAGE_SIZE } from '@dolph/contract/paging'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import {
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../testing/fixtures.ts'
import { explainQuery, PLAN_MODES, vacuumTables } from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { oldestWaitingStatement } from './oldest-waiting.ts'
import { LIST_STARTS, prepareList } from './queries.ts'

const REQUESTS = 3_000
/** Parts of the list that each read a page, and the count of what waits. */
const ROWS_MAX = 3 * (PAGE_SIZE + 1) + 300

const SHAPES = (['received', 'sent'] as const).flatMap((box) =>
  (['all', 'waiting'] as const).map((state) => [box, state] as const),
)

describe('the list of an owner with thousands of requests', () => {
  let db: Database
  let owner: string
  let busyMember: string
  beforeAll(async () => {
    const database = await cloneDatabase()
    db = database.db
    owner = await createMemberFixture(db, 'owner')
    const role = await createRoleFixture(db, await createPostFixture(db, owner), { seats: 9 })
    await sql`insert into members (username) select 'member' || n from generate_series(1, ${sql.lit(REQUESTS)}) as n`.execute(
      db,
    )
    // Most have ended, and a few invitations are among them.
    await sql`
      insert into join_requests (role_id, post_id, role_title, post_title, member_id, owner_id, sender_id, from_owner, note, hours,
        state, due_at, next_at, temp_id, temp_digest)
      select roles.id, post_id, 'Developer', 'Tide', members.id, ${owner}, case when n % 100 = 0 then ${owner} else members.id end,
        n % 100 = 0, 'I would love to build this clock with you.', case when n % 100 > 0 then 6 end,
        case when n % 500 = 7 then 'waiting' else 'declined' end, now(), now(), n::text, ''
      from roles, (select id, row_number() over () as n from members where username like 'member%') as members
      where roles.id = ${role}`.execute(db)
    const other = await createMemberFixture(db, 'other')
    // One member has asked thousands of times.
    busyMember = await createMemberFixture(db, 'busy')
    await sql`
      insert into join_requests (role_title, post_title, member_id, owner_id, sender_id, note, hours, state, due_at, next_at, temp_id,
        temp_digest)
      select 'Developer', 'Tide', ${busyMember}, ${other}, ${busyMember}, 'I would love to build this clock.', 6,
        case when n = 5 then 'waiting' else 'declined' end, now(), now(), n::text, ''
      from generate_series(1, ${sql.lit(REQUESTS)}) as n`.execute(db)
    await vacuumTables(db)
    return () => database[Symbol.asyncDispose]()
  }, 60_000)

  test.each(SHAPES)('%s, %s: reads pages by index and filters none away', async (box, state) => {
    const statement = prepareList({ box, state }, PAGE_SIZE + 1)
    for (const memberId of [owner, busyMember]) {
      const values = statement.bindValues({ memberId, ...LIST_STARTS[state] })
      for (const mode of PLAN_MODES) {
        const nodes = await explainQuery(db, statement.sql, values, mode)
        const scans = nodes.filter(
          (node) => node['Actual Loops'] > 0 && node['Relation Name'] === 'join_requests',
        )
        const read = scans.reduce(
          (sum, node) =>
            sum +
            (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
          0,
        )
        expect(read, mode).toBeLessThanOrEqual(ROWS_MAX)
        const wholeScans = nodes.filter(
          (node) =>
            node['Node Type'] === 'Seq Scan' &&
            node['Actual Loops'] > 0 &&
            ['join_requests', 'members'].includes(node['Relation Name'] ?? ''),
        )
        expect(wholeScans, mode).toEqual([])
      }
    }
  })

  test('the oldest request that waits is read by index', async () => {
    for (const mode of PLAN_MODES) {
      const nodes = await explainQuery(db, oldestWaitingStatement.sql, [], mode)
      const scans = nodes.filter((node) => node['Relation Name'] === 'join_requests')
      expect(scans, mode).toMatchObject([
        { 'Index Name': 'join_requests_waiting', 'Actual Rows': 1 },
      ])
    }
  })
})
