import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openConversationStatement, peersStatement } from '../messaging/peers.ts'
import { peopleStatement } from '../people/search-people.ts'
import { explainQuery, PLAN_MODES } from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { ignoredListStatement } from './ignored-list.ts'
import { ignoredStatement } from './ignored-members.ts'
import { relationStatement } from './relations.ts'

const MEMBERS = 1_000
const IGNORED = 20

let database: Awaited<ReturnType<typeof cloneDatabase>>
let memberId: string
let otherId: string
beforeAll(async () => {
  database = await cloneDatabase()
  const { db } = database
  await sql`insert into members (username) select 'member-' || n from generate_series(1, ${MEMBERS}) as n`.execute(
    db,
  )
  for (const table of ['blocks', 'mutes']) {
    // Every member ignores the same number of others.
    await sql`
      with numbered as (select id, row_number() over (order by id) as nth from members)
      insert into ${sql.table(table)} (member_id, other_id)
      select one.id, other.id from numbered as one
      cross join generate_series(1, ${IGNORED}) as step
      join numbered as other on other.nth = (one.nth + step * 7) % ${MEMBERS} + 1`.execute(db)
  }
  await sql`vacuum analyze members, blocks, mutes`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from members order by id limit 2`.execute(db)
  ;[memberId = '', otherId = ''] = rows.map(({ id }) => id)
  return () => database[Symbol.asyncDispose]()
}, 60_000)

describe('the statements about blocks read as many rows as one member has', () => {
  const position = {
    at: '9999-12-31T00:00:00.000Z',
    id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  }
  test.each([
    [
      'the relation',
      () => [relationStatement.sql, relationStatement.bindValues({ memberId, otherId })],
    ],
    [
      'the ignored members',
      () => [ignoredStatement.sql, ignoredStatement.bindValues({ memberId })],
    ],
    [
      'the list',
      () => [
        ignoredListStatement.sql,
        ignoredListStatement.bindValues({ memberId, ...position, count: 21 }),
      ],
    ],
    [
      'typing',
      () => [
        openConversationStatement.sql,
        openConversationStatement.bindValues({ memberId, peerId: otherId }),
      ],
    ],
    ['presence', () => [peersStatement.sql, peersStatement.bindValues({ memberId })]],
    [
      'people search',
      () => [
        peopleStatement.sql,
        peopleStatement.bindValues({ callerId: memberId, start: 'member-1', end: 'member-1~' }),
      ],
    ],
  ] as [string, () => [string, unknown[]]][])('%s', async (_, getStatement) => {
    for (const mode of PLAN_MODES) {
      const nodes = await explainQuery(database.db, ...getStatement(), mode)
      for (const node of nodes) {
        const isRelation = ['blocks', 'mutes'].includes(node['Relation Name'] ?? '')
        expect([node['Relation Name'], isRelation && node['Node Type'] === 'Seq Scan']).toEqual([
          node['Relation Name'],
          false,
        ])
        const rows = isRelation ? node['Actual Rows'] * node['Actual Loops'] : 0
        expect(rows).toBeLessThanOrEqual(IGNORED + 1)
      }
    }
  })
})
