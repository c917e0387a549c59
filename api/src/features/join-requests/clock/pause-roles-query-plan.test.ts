import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { explainQuery, PLAN_MODES, vacuumTables } from '../../../testing/query-plan.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import { selectUnanswered } from './pause-roles.ts'

test('the ends of the last weeks are found without reading thousands of older ones', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  const owner = await createMemberFixture(db, 'owner')
  await sql`
    insert into join_requests (id, role_title, post_title, member_id, owner_id, sender_id, note, hours, state, reason, due_at, next_at,
      ended_at, temp_id, temp_digest)
    select uuid_v7(asked_at), 'Developer', 'Tide', ${owner}, ${owner}, ${owner}, 'I would love to build this clock.', 6, 'ended',
      'no-answer', asked_at, asked_at, asked_at + interval '7 days', n::text, ''
    from generate_series(1, 5000) as n,
      lateral (select now() - make_interval(days => case when n <= 4 then 10 else 100 end) as asked_at) as asked`.execute(
    db,
  )
  await vacuumTables(db)

  for (const mode of PLAN_MODES) {
    const query = sql`${selectUnanswered(sql`${owner}::uuid`)}`.compile(db)
    const nodes = await explainQuery(db, query.sql, [...query.parameters], mode)
    const scans = nodes.filter((node) => node['Relation Name'] === 'join_requests')
    const read = scans.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
    expect(read, mode).toEqual([4])
  }
}, 60_000)
