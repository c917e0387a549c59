import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import {
  countRowsRead,
  explainQuery,
  PLAN_MODES,
  vacuumTables,
} from '../../../testing/query-plan.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { monthPostsStatement } from '../sitemap/queries.ts'
import { surroundingsStatement } from './select-public-post.ts'

const NO_NEWCOMER = 'ffffffff-ffff-7fff-bfff-ffffffffffff'

test('what stands around a post is read without reading thousands of posts and updates', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  const id = await createManyPosts(db)
  const values = surroundingsStatement.bindValues({ id, newcomerId: NO_NEWCOMER })
  for (const mode of PLAN_MODES) {
    const nodes = await explainQuery(db, surroundingsStatement.sql, values, mode)
    expect(countRowsRead(nodes, 'posts'), mode).toBeLessThan(10)
    expect(countRowsRead(nodes, 'updates'), mode).toBeLessThan(10)
  }
}, 60_000)

test('a batch of the sitemap reads the posts of its month by their ids, and no more than a batch', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  await createManyPosts(db)
  const now = Date.now()
  const month = { first: getLowestPostIdAt(now - 86_400_000 * 60), newcomerId: NO_NEWCOMER }
  for (const mode of PLAN_MODES) {
    const values = monthPostsStatement.bindValues({
      ...month,
      before: getLowestPostIdAt(now - 86_400_000 * 30),
    })
    const quiet = await explainQuery(db, monthPostsStatement.sql, values, mode)
    expect(countRowsRead(quiet, 'posts'), mode).toBeLessThan(10)
    const full = await explainQuery(
      db,
      monthPostsStatement.sql,
      monthPostsStatement.bindValues({ ...month, before: NO_NEWCOMER }),
      mode,
    )
    expect(countRowsRead(full, 'posts'), mode).toBeLessThanOrEqual(2_000)
  }
}, 60_000)

async function createManyPosts(db: Database): Promise<string> {
  const ada = await createMemberFixture(db, 'ada')
  const id = await createPostFixture(db, ada)
  await sql`
    insert into posts (id, author_id, title, type, body)
    select uuid_v7(now() - make_interval(secs => n)), ${ada}::uuid, 'Tide', 'showcase', 'A clock'
    from generate_series(1, 5000) as n`.execute(db)
  await sql`
    insert into updates (post_id, body)
    select ${id}::uuid, 'It floats.' from generate_series(1, 3000)`.execute(db)
  await vacuumTables(db)
  return id
}
