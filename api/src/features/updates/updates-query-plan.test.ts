import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { explainQuery, PLAN_MODES, vacuumTables } from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { buildCountOfDay } from './mutations.ts'

test('the updates of a day are counted without reading thousands of older ones', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  const post = await createPostFixture(db, ada)
  for (let nth = 0; nth < 7; nth += 1) await createPostFixture(db, ada)
  await sql`
    insert into updates (id, post_id, body)
    select uuid_v7(now() - make_interval(hours => case when n <= 3 then 2 else 100 end)), posts.id, 'It floats.'
    from generate_series(1, 2000) as n, posts`.execute(db)
  await vacuumTables(db)

  const query = buildCountOfDay(post).compile(db)
  for (const mode of PLAN_MODES) {
    const nodes = await explainQuery(db, query.sql, [...query.parameters], mode)
    const scans = nodes.filter((node) => node['Relation Name'] === 'updates')
    const read = scans.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
    expect(read, mode).toEqual([3])
  }
}, 60_000)
